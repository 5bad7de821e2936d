"""Data for make_world_map.py that Natural Earth lacks: states, continents, bonuses, borders, arms and plain cuts."""

import math
from types import SimpleNamespace

CUT = -169.0
MIDDLE = CUT + 180


def whole(*countries):  # type: ignore[no-untyped-def]
    return [(country, None) for country in countries]


def west_of(line, low=-200):  # type: ignore[no-untyped-def]
    return [*line, (low, line[-1][1]), (low, line[0][1])]


def box(west, south, east, north):  # type: ignore[no-untyped-def]
    return [(west, south), (east, south), (east, north), (west, north)]


def natural_earth(lon, lat):  # type: ignore[no-untyped-def]
    """The Natural Earth projection of the whole world; y grows downwards."""
    x, y = math.radians(lon - MIDDLE), math.radians(lat)
    y2, y4 = y * y, y**4
    across = 0.8707 - 0.131979 * y2 + y4 * (-0.013791 + y4 * (0.003971 * y2 - 0.001529 * y4))
    down = 1.007226 + y2 * (0.015085 + y4 * (-0.044475 + 0.028874 * y2 - 0.005916 * y4))
    return x * across, -y * down


def conic(south, north, middle):  # type: ignore[no-untyped-def]
    """The equidistant conic projection, true to scale on two parallels and on all meridians; y grows downwards."""
    south, north = math.radians(south), math.radians(north)
    cone = (math.cos(south) - math.cos(north)) / (north - south)
    pole = math.cos(south) / cone + south

    def project(lon, lat):  # type: ignore[no-untyped-def]
        turned, far = cone * math.radians(lon - middle), pole - math.radians(lat)
        return far * math.sin(turned), far * math.cos(turned)

    return project


USA, CANADA, RUSSIA, CHINA, AUSTRALIA, INDONESIA = (
    "United States of America", "Canada", "Russia", "China", "Australia", "Indonesia",
)  # fmt: skip
MIDDLE_OF_USA = [(-93.2, 50), (-93.5, 45), (-96, 40), (-100, 36), (-104, 31), (-104, 25)]
TOP_OF_QUEBEC = [(-79.6, 63.2), (-73, 62.9), (-69.5, 61.6), (-64.2, 60.7), (-50, 60.5)]
ALTAI = [(66, 82), (68, 68), (76, 60), (82, 54), (87.55, 49.5), (87.55, 48)]
WALL = [(96.4, 43.5), (97.6, 42.4), (105, 41.2), (111, 40.2), (117, 40.9), (122.5, 40)]
ARCTIC = [(-169, 60), (-79.6, 60), *TOP_OF_QUEBEC, (-50, 85), (-169, 85)]
QUEBEC = [(-79.6, 40), *TOP_OF_QUEBEC, (-50, 40)]

WORLD_SHAPES = {
    "alaska": [(USA, box(-180, 50.5, -125, 75))],
    "northwest": [(CANADA, ARCTIC)],
    "greenland": whole("Greenland"),
    "rockies": [(CANADA, box(-169, 40, -103, 60))],
    "ontario": [(CANADA, box(-103, 40, -79.6, 60))],
    "quebec": [(CANADA, QUEBEC)],
    "western-states": [(USA, [*MIDDLE_OF_USA, (-126, 25), (-126, 50)])],
    "eastern-states": [(USA, [*MIDDLE_OF_USA, (-60, 24), (-60, 50)])],
    "mexico": whole(
        "Mexico", "Guatemala", "Belize", "Honduras", "El Salvador", "Nicaragua", "Costa Rica", "Panama", "Cuba",
        "Haiti", "Dominican Rep.", "Jamaica", "Bahamas", "Puerto Rico",
    ),
    "venezuela": [*whole("Venezuela", "Colombia", "Guyana", "Suriname"), ("France", box(-60, 0, -45, 8))],
    "peru": whole("Peru", "Ecuador", "Bolivia"),
    "brazil": whole("Brazil"),
    "argentina": whole("Argentina", "Chile", "Uruguay", "Paraguay", "Falkland Is."),
    "iceland": whole("Iceland"),
    "britain": whole("United Kingdom", "Ireland", "Isle of Man"),
    "scandinavia": whole("Norway", "Sweden", "Finland", "Denmark", "Åland"),
    "central-europe": whole(
        "Germany", "Poland", "Netherlands", "Belgium", "Luxembourg", "Czechia", "Slovakia", "Austria", "Switzerland",
        "Liechtenstein",
    ),
    "western-europe": [*whole("Spain", "Portugal", "Andorra", "Monaco"), ("France", box(-10, 38, 20, 55))],
    "southern-europe": whole(
        "Italy", "San Marino", "Vatican", "Malta", "Slovenia", "Croatia", "Bosnia and Herz.", "Montenegro", "Serbia",
        "Kosovo", "Albania", "Macedonia", "Greece", "Bulgaria", "Romania", "Hungary",
    ),
    "eastern-europe": [
        *whole("Ukraine", "Belarus", "Moldova", "Lithuania", "Latvia", "Estonia", "Georgia", "Armenia", "Azerbaijan"),
        (RUSSIA, box(15, 40, 58, 85)),
    ],
    "sahara": whole(
        "Morocco", "W. Sahara", "Algeria", "Tunisia", "Mauritania", "Mali", "Niger", "Chad", "Senegal", "Gambia",
        "Guinea-Bissau", "Guinea", "Sierra Leone", "Liberia", "Côte d'Ivoire", "Burkina Faso", "Ghana", "Togo",
        "Benin", "Nigeria",
    ),
    "egypt": whole("Egypt", "Libya"),
    "east-africa": whole(
        "Sudan", "S. Sudan", "Ethiopia", "Eritrea", "Djibouti", "Somalia", "Somaliland", "Kenya", "Uganda",
        "Tanzania", "Rwanda", "Burundi",
    ),
    "congo": whole("Dem. Rep. Congo", "Congo", "Gabon", "Cameroon", "Central African Rep.", "Eq. Guinea"),
    "south-africa": whole(
        "Angola", "Zambia", "Malawi", "Mozambique", "Zimbabwe", "Botswana", "Namibia", "South Africa", "Lesotho",
        "eSwatini",
    ),
    "madagascar": whole("Madagascar"),
    "middle-east": whole(
        "Turkey", "Syria", "Lebanon", "Israel", "Palestine", "Jordan", "Iraq", "Iran", "Saudi Arabia", "Yemen", "Oman",
        "United Arab Emirates", "Qatar", "Bahrain", "Kuwait", "Pakistan", "Cyprus", "N. Cyprus",
    ),
    "turkestan": whole("Kazakhstan", "Uzbekistan", "Turkmenistan", "Kyrgyzstan", "Tajikistan", "Afghanistan"),
    "india": whole("India", "Nepal", "Bhutan", "Bangladesh", "Sri Lanka", "Siachen Glacier"),
    "ural": [(RUSSIA, [(58, 40), (58, 85), *ALTAI, (70, 40)])],
    "siberia": [(RUSSIA, [*ALTAI, (98, 48), (98, 60), (105, 60), (105, 84)])],
    "yakutia": [(RUSSIA, [(105, 84), (105, 60), (120, 60), (120, 58), (146, 58), (146, 84)])],
    "kamchatka": [(RUSSIA, [(120, 40), (120, 58), (146, 58), (146, 84), (200, 84), (200, 40)])],
    "baikal": [(RUSSIA, [(98, 48), (98, 60), (120, 60), (120, 48)])],
    "mongolia": [
        *whole("Mongolia", "North Korea", "South Korea"),
        (CHINA, [*WALL, (140, 40), (140, 60), (96.4, 60)]),
    ],
    "china": [
        *whole("Taiwan", "Hong Kong", "Macao"),
        (CHINA, [*WALL, (140, 40), (140, 10), (70, 10), (70, 60), (96.4, 60)]),
    ],
    "indochina": whole("Myanmar", "Thailand", "Laos", "Cambodia", "Vietnam"),
    "japan": whole("Japan"),
    "indonesia": [
        *whole("Malaysia", "Singapore", "Brunei", "Philippines", "Timor-Leste"),
        (INDONESIA, box(90, -15, 130.5, 10)),
    ],
    "new-guinea": [*whole("Papua New Guinea", "Solomon Is."), (INDONESIA, box(130.5, -15, 150, 10))],
    "west-australia": [(AUSTRALIA, box(100, -50, 136, 0))],
    "east-australia": [*whole("New Zealand"), (AUSTRALIA, box(136, -50, 160, 0))],
}  # fmt: skip

WORLD_BORDERS = """
alaska northwest, alaska rockies, alaska kamchatka, northwest rockies, northwest ontario, northwest greenland,
greenland ontario, greenland quebec, greenland iceland, rockies ontario, rockies western-states,
ontario western-states, ontario eastern-states, ontario quebec, quebec eastern-states, western-states eastern-states,
western-states mexico, eastern-states mexico, mexico venezuela,
venezuela peru, venezuela brazil, peru brazil, peru argentina, brazil argentina, brazil sahara,
iceland britain, iceland scandinavia, britain central-europe, britain scandinavia, britain western-europe,
scandinavia central-europe, scandinavia eastern-europe, central-europe eastern-europe, central-europe western-europe,
central-europe southern-europe, western-europe southern-europe, western-europe sahara,
southern-europe eastern-europe, southern-europe egypt, southern-europe sahara, southern-europe middle-east,
eastern-europe middle-east, eastern-europe turkestan, eastern-europe ural,
sahara egypt, sahara east-africa, sahara congo, egypt east-africa, egypt middle-east, east-africa congo,
east-africa south-africa, east-africa madagascar, congo south-africa, south-africa madagascar,
middle-east turkestan, middle-east india, middle-east china, turkestan china, turkestan ural, india china,
india indochina, ural china, ural siberia, siberia china, siberia mongolia, siberia baikal, siberia yakutia,
yakutia baikal, yakutia kamchatka, kamchatka baikal, kamchatka mongolia, kamchatka japan, baikal mongolia,
mongolia china, mongolia japan, china indochina, indochina indonesia,
indonesia new-guinea, indonesia west-australia, new-guinea west-australia, new-guinea east-australia,
west-australia east-australia
"""


def pairs(text):  # type: ignore[no-untyped-def]
    return [pair.split() for pair in text.replace("\n", " ").split(",")]


def arms(states):  # type: ignore[no-untyped-def]
    """The arms of the cards in turn, so that each is on a third of them."""
    return {state: ("cannon", "infantry", "cavalry")[place % 3] for place, state in enumerate(states)}


def continent(name, title, bonus, colour, label, states):  # type: ignore[no-untyped-def]
    return {"name": name, "title": title, "bonus": bonus, "colour": colour, "label": label, "states": states.split()}


WORLD = SimpleNamespace(
    NAME="world", TITLE="The World", WIDTH=2000, MARGIN=24, SPECK=14.0, TOLERANCE=2.2, PROJECT=natural_earth,
    TANKS={"2": 40, "3": 35, "4": 30, "5": 25},
    MISSIONS=pairs("""north-america south-america, north-america europe, north-america africa, north-america oceania,
        south-america asia, europe africa, africa asia, asia oceania"""),
    SHAPES=WORLD_SHAPES, BORDERS=pairs(WORLD_BORDERS), ARMS=arms(WORLD_SHAPES), TITLES={},
    LABELS={},
    AROUND={("alaska", "kamchatka"): {"alaska": (106, 122), "kamchatka": (1764, 122)}},
    CONTINENTS=[
        continent("north-america", "North America", 5, "#d9a441", (20, 440),
                  "alaska northwest greenland rockies ontario quebec western-states eastern-states mexico"),
        continent("south-america", "South America", 2, "#c9655a", (190, 690), "venezuela peru brazil argentina"),
        continent("europe", "Europe", 5, "#5b86b8", (640, 262),
                  "iceland britain scandinavia central-europe western-europe southern-europe eastern-europe"),
        continent("africa", "Africa", 3, "#a9784f", (720, 690),
                  "sahara egypt east-africa congo south-africa madagascar"),
        continent("asia", "Asia", 7, "#7a9e5f", (1628, 470),
                  "middle-east turkestan india ural siberia yakutia kamchatka baikal mongolia china indochina japan"),
        continent("oceania", "Oceania", 2, "#9470a8", (1370, 830),
                  "indonesia new-guinea west-australia east-australia"),
    ],
)  # fmt: skip

AMAZON = [(-75, -12), (-64, -12), (-60, -9.5), (-50, -9.5), (-47.5, -5.5), (-45.8, -1), (-45.8, 6), (-75, 6)]
BAHIA = [(-50, -9.5), (-47.5, -5.5), (-45.8, -1), (-45.8, 6), (-30, 6), (-30, -17), (-42, -15.2), (-50, -13.5)]
MINAS = [
    (-75, -12), (-64, -12), (-60, -9.5), (-50, -9.5), (-50, -13.5), (-42, -15.2), (-30, -17), (-30, -40), (-75, -40),
]  # fmt: skip
DUEL_SHAPES = {
    "colombia": whole("Colombia"),
    "venezuela": whole("Venezuela"),
    "guyana": whole("Guyana"),
    "suriname": [*whole("Suriname"), ("France", box(-60, 0, -45, 8))],
    "ecuador": [("Ecuador", box(-82, -6, -70, 3))],
    "peru": whole("Peru"),
    "bolivia": whole("Bolivia"),
    "chile": [("Chile", box(-77, -60, -60, -15))],
    "amazonia": [("Brazil", AMAZON)],
    "bahia": [("Brazil", BAHIA)],
    "minas": [("Brazil", MINAS)],
    "paraguay": whole("Paraguay"),
    "uruguay": whole("Uruguay"),
    "pampas": [("Argentina", box(-80, -38.5, -50, -20))],
    "patagonia": [("Argentina", box(-80, -60, -50, -38.5)), *whole("Falkland Is.")],
}
DUEL_BORDERS = """
colombia venezuela, colombia ecuador, colombia peru, colombia amazonia, venezuela guyana, venezuela amazonia,
guyana suriname, guyana amazonia, suriname amazonia, ecuador peru, peru bolivia, peru chile, peru amazonia,
bolivia chile, bolivia amazonia, bolivia minas, bolivia paraguay, bolivia pampas, chile pampas, chile patagonia,
amazonia bahia, amazonia minas, bahia minas, paraguay minas, paraguay pampas, uruguay minas, uruguay pampas,
pampas minas, pampas patagonia
"""
DUEL = SimpleNamespace(
    NAME="duel", TITLE="South America", WIDTH=1000, MARGIN=40, SPECK=30.0, TOLERANCE=3.0, PROJECT=natural_earth,
    TANKS={"2": 16, "3": 14, "4": 11, "5": 9},
    MISSIONS=pairs("caribbean brazil, andes brazil, brazil plata"),
    SHAPES=DUEL_SHAPES, BORDERS=pairs(DUEL_BORDERS), ARMS=arms(DUEL_SHAPES), TITLES={}, LABELS={}, AROUND={},
    CONTINENTS=[
        continent("caribbean", "Caribbean", 2, "#d9a441", (700, 70), "colombia venezuela guyana suriname"),
        continent("andes", "Andes", 3, "#5b86b8", (0, 930), "ecuador peru bolivia chile"),
        continent("brazil", "Brazil", 2, "#7a9e5f", (940, 720), "amazonia bahia minas"),
        continent("plata", "Plata", 2, "#c9655a", (620, 1180), "paraguay uruguay pampas patagonia"),
    ],
)  # fmt: skip

CUT_OF_RUSSIA = 50
RUSSIAN_NORTH = [(26, 55.7), (31, 55.7), (33, 57), (37, 58.6), (42, 59.6), (CUT_OF_RUSSIA, 60.2)]
RUSSIAN_SOUTH = [(34, 50.4), (37, 50.4), (40, 51.6), (43, 53), (46, 54.5), (CUT_OF_RUSSIA, 55.5)]
CRIMEA = box(32.4, 44.3, 36.6, 46.2)
NAPLES = [(10, 41.2), (13, 41.4), (14, 42.8), (20, 42.8), (20, 35), (10, 35)]
EUROPE_SHAPES = {
    "iceland": whole("Iceland"),
    "ireland": whole("Ireland"),
    "britain": whole("United Kingdom", "Isle of Man"),
    "low-countries": [("Netherlands", box(0, 50, 10, 55)), *whole("Belgium", "Luxembourg")],
    "france": [("France", box(-10, 38, 20, 55)), *whole("Monaco")],
    "norway": [("Norway", box(3, 50, 33, 72))],
    "sweden": whole("Sweden"),
    "finland": whole("Finland", "Åland"),
    "denmark": whole("Denmark"),
    "baltics": [*whole("Estonia", "Latvia", "Lithuania"), (RUSSIA, box(19, 54, 23.5, 55.6))],
    "germany": whole("Germany"),
    "poland": whole("Poland"),
    "bohemia": whole("Czechia"),
    "alps": whole("Switzerland", "Liechtenstein", "Austria"),
    "hungary": whole("Hungary", "Slovakia"),
    "iberia": [("Spain", box(-10, 35.9, 5, 45)), ("Portugal", box(-10, 35.9, 5, 45)), *whole("Andorra")],
    "maghreb": [(country, box(-12, 32.5, 12, 38)) for country in ("Morocco", "Algeria", "Tunisia")],
    "italy": [
        ("Italy", [(6, 38), (6, 48), (20, 48), (20, 42.8), (14, 42.8), (13, 41.4), (10, 41.2), (10, 38)]),
        *whole("San Marino", "Vatican"),
    ],
    "naples": [("Italy", NAPLES), *whole("Malta")],
    "western-balkans": whole(
        "Slovenia", "Croatia", "Bosnia and Herz.", "Montenegro", "Serbia", "Kosovo", "Albania", "Macedonia",
    ),
    "romania": whole("Romania", "Moldova"),
    "bulgaria": whole("Bulgaria"),
    "greece": whole("Greece"),
    "turkey": whole("Turkey", "Cyprus", "N. Cyprus"),
    "caucasus": whole("Georgia", "Armenia", "Azerbaijan"),
    "novgorod": [(RUSSIA, [*RUSSIAN_NORTH, (CUT_OF_RUSSIA, 70), (26, 70)])],
    "moscow": [(RUSSIA, [*RUSSIAN_NORTH, *RUSSIAN_SOUTH[::-1], (26, 50.4)])],
    "belarus": whole("Belarus"),
    "ukraine": [*whole("Ukraine"), (RUSSIA, CRIMEA)],
    "volga": [
        (RUSSIA, [*RUSSIAN_SOUTH, (CUT_OF_RUSSIA, 40), (36.6, 40), (36.6, 46.2), (34, 46.2)]),
        ("Kazakhstan", box(44, 44, CUT_OF_RUSSIA, 52)),
    ],
}  # fmt: skip
EUROPE_BORDERS = """
iceland britain, iceland norway, iceland ireland, ireland britain, britain norway, britain low-countries,
britain france, low-countries france, low-countries germany, france germany, france alps, france italy, france iberia,
norway sweden, norway finland, norway denmark, norway novgorod, sweden finland, sweden denmark, sweden baltics,
finland baltics, finland novgorod, denmark germany, baltics poland, baltics belarus, baltics novgorod,
germany poland, germany bohemia, germany alps, poland bohemia, poland hungary, poland belarus, poland ukraine,
bohemia alps, bohemia hungary, alps hungary, alps italy, alps western-balkans, hungary western-balkans,
hungary romania, hungary ukraine, iberia maghreb, iberia italy, maghreb naples, italy naples, italy western-balkans,
naples greece, western-balkans romania, western-balkans bulgaria, western-balkans greece, romania bulgaria,
romania ukraine, bulgaria greece, bulgaria turkey, greece turkey, turkey caucasus, caucasus volga,
novgorod moscow, novgorod belarus, moscow belarus, moscow ukraine, moscow volga, belarus ukraine, ukraine volga
"""
EUROPE = SimpleNamespace(
    NAME="europe", TITLE="Europe", WIDTH=1400, MARGIN=30, SPECK=30.0, TOLERANCE=2.2, PROJECT=conic(40, 62, 13),
    TANKS={"2": 28, "3": 25, "4": 21, "5": 18},
    MISSIONS=pairs("""west mediterranean, west southeast, north centre, north mediterranean, mediterranean east,
        southeast east"""),
    SHAPES=EUROPE_SHAPES, BORDERS=pairs(EUROPE_BORDERS), ARMS=arms(EUROPE_SHAPES),
    TITLES={"baltics": "Baltic States"}, LABELS={"alps": (572, 768)}, AROUND={},
    CONTINENTS=[
        continent("west", "West", 3, "#d9a441", (30, 670), "iceland ireland britain low-countries france"),
        continent("north", "North", 3, "#5b86b8", (350, 190), "norway sweden finland denmark baltics"),
        continent("centre", "Centre", 5, "#7a9e5f", (255, 380), "germany poland bohemia alps hungary"),
        continent("mediterranean", "Mediterranean", 2, "#a9784f", (590, 1140), "iberia maghreb italy naples"),
        continent("southeast", "Southeast", 4, "#c9655a", (940, 1110),
                  "western-balkans romania bulgaria greece turkey caucasus"),
        continent("east", "East", 4, "#9470a8", (1130, 190), "novgorod moscow belarus ukraine volga"),
    ],
)  # fmt: skip

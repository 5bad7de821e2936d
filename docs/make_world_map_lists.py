"""Data for make_world_map.py that Natural Earth lacks: states, continents, bonuses, borders, arms and plain cuts."""

from types import SimpleNamespace


def whole(*countries):  # type: ignore[no-untyped-def]
    return [(country, None) for country in countries]


def west_of(line, low=-200):  # type: ignore[no-untyped-def]
    return [*line, (low, line[-1][1]), (low, line[0][1])]


def box(west, south, east, north):  # type: ignore[no-untyped-def]
    return [(west, south), (east, south), (east, north), (west, north)]


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
    NAME="world", TITLE="The World", WIDTH=2000, MARGIN=24, SPECK=14.0, TOLERANCE=2.2,
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
    NAME="duel", TITLE="South America", WIDTH=1000, MARGIN=40, SPECK=30.0, TOLERANCE=3.0,
    TANKS={"2": 16, "3": 14, "4": 11, "5": 9},
    MISSIONS=pairs("caribbean brazil, andes brazil, brazil plata"),
    SHAPES=DUEL_SHAPES, BORDERS=pairs(DUEL_BORDERS), ARMS=arms(DUEL_SHAPES), TITLES={}, LABELS={}, AROUND={},
    CONTINENTS=[
        continent("caribbean", "Caribbean", 2, "#d9a441", (600, 120), "colombia venezuela guyana suriname"),
        continent("andes", "Andes", 3, "#5b86b8", (40, 620), "ecuador peru bolivia chile"),
        continent("brazil", "Brazil", 2, "#7a9e5f", (760, 480), "amazonia bahia minas"),
        continent("plata", "Plata", 2, "#c9655a", (620, 1180), "paraguay uruguay pampas patagonia"),
    ],
)  # fmt: skip

// Every screen, by the name of the picture of the design that it stands beside, and where it is found.

/** Until my own card waits to be turned up. */
const waits = (tab) => tab.waitForSelector(".slot");

export const SCREENS = [
  { name: "01-home", path: "/fixture/home" },
  { name: "02-war", path: "/fixture/war?at=126&events=10", after: waits },
  { name: "02-war-six", path: "/fixture/war-6?at=3&events=12", after: waits },
  { name: "03-blitzkrieg", path: "/fixture/blitzkrieg?step=41" },
  { name: "03-blitzkrieg-deep", path: "/fixture/blitzkrieg-deep?step=21" },
  { name: "04-blitz31", path: "/fixture/blitz31?at=34" },
  { name: "04-blitz31-sixteen", path: "/fixture/blitz31-16?at=40" },
  { name: "05-champz", path: "/fixture/champz?step=63" },
  { name: "06-blitzwar", path: "/fixture/blitzwar?step=217&pair=britain%3Eiceland" },
  { name: "07-room", path: "/fixture/room" },
  { name: "08-story", path: "/fixture/war?story=114&open=war-open" },
  { name: "08-story-strata", path: "/fixture/blitz31?story=20" },
  { name: "08-story-luck", path: "/fixture/war?story=114&open=war-open&decided=war" },
  { name: "08-story-choices", path: "/fixture/blitz31-over?story=7&decided=blitz31-over" },
  { name: "09-rules", path: "/fixture/rules" },
  { name: "09-rule-book", path: "/fixture/rules?at=blitzkrieg" },
  { name: "09-rule-clause", path: "/fixture/rules?at=war/WP-12&step=9" },
  {
    name: "09-rule-laid",
    path: "/fixture/rules?at=war/WP-12",
    after: (tab) => tab.getByRole("button", { name: "Lay this table myself" }).click(),
  },
  { name: "09-rule-nested", path: "/fixture/rules?at=blitzkrieg/BK-017&step=7" },
  { name: "10-lab", path: "/fixture/lab?row=3" },
  { name: "10-lab-look", path: "/fixture/lab?found=study-war-2" },
  { name: "10-lab-unasked", path: "/fixture/lab?found=study-unasked" },
  { name: "10-lab-variant", path: "/fixture/variant?link=name%3DLong%20War" },
  { name: "11-sheet", path: "/fixture/sheet", wide: true, widths: [1280] },
  { name: "13-casino-war", path: "/fixture/casino-war?step=8" },
  { name: "14-steal-war", path: "/fixture/steal-war?step=37" },
  { name: "15-syrian-war", path: "/fixture/syrian-war?step=67" },
  { name: "16-pyanitsa", path: "/fixture/pyanitsa?at=10&events=5" },
  { name: "17-tod-und-leben", path: "/fixture/tod-und-leben?at=12&events=2" },
  { name: "19-race-to-ace", path: "/fixture/war-race?at=14&events=3" },
  { name: "20-fairness", path: "/fixture/fairness" },
  { name: "18-settings", path: "/fixture/settings" },
  { name: "21-over", path: "/fixture/war?step=170&company" },
  { name: "04-blitz31-seven", path: "/fixture/blitz31-7?at=20" },
  { name: "04-blitz31-eleven", path: "/fixture/blitz31-11?at=30" },
  { name: "24-reconnecting", path: "/fixture/war?at=60&state=away" },
  { name: "24-refused", path: "/fixture/blitz31?at=34&state=refused" },
  { name: "24-waiting", path: "/fixture/blitz31?step=48&state=waits" },
  { name: "24-waiting-bot", path: "/fixture/blitz31?step=51&state=waits" },
  { name: "24-a-bot-plays", path: "/fixture/blitz31?at=34&state=bot" },
  { name: "24-other-tab", path: "/fixture/war?at=60&state=elsewhere" },
  { name: "22-mine", path: "/fixture/mine" },
  // Last: a browser keeps what is set.
  { name: "23-text", path: "/fixture/blitz31?at=34", after: (tab) => tab.keyboard.press("t") },
];

export const SIZES = [
  { width: 1280, height: 800, name: "desktop" },
  { width: 768, height: 1024, name: "tablet" },
  { width: 390, height: 844, name: "phone", touch: true, scale: 2 },
  { width: 360, height: 640, name: "small", touch: true, scale: 2 },
  { width: 844, height: 390, name: "lying", touch: true, scale: 2 },
];

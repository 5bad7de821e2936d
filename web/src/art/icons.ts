// Icons of Blitz Champz, in a box of 48 x 48, and of the page, in a box of 20 x 20 drawn with a line.

/** `hole` is the colour of what is cut out: laces, seams. */
type Drawn = (fill: string, hole: string) => string;

const BALL: Drawn = (fill, hole) =>
  `<path d="M6 42C2 20 20 2 42 6C46 28 28 46 6 42Z" fill="${fill}"/>` +
  `<path d="M16 32L32 16M17.5 24.5L23.5 30.5M21.5 20.5L27.5 26.5M25.5 16.5L31.5 22.5" stroke="${hole}" stroke-width="2.6" stroke-linecap="round"/>`;
const SHOE: Drawn = (fill, hole) =>
  `<path d="M2 14L15 10L19 17L38 23Q45 25 46 31H2Z" fill="${fill}"/><path d="M21.5 16L27 11.5L29.3 14.2L25 18ZM29 18.5L33.5 14.8L35.8 17.4L32.6 20Z" fill="${fill}"/>` +
  `<path d="M2 28.6H46" stroke="${hole}" stroke-width="2"/><path d="M2 31H46V34H2Z" fill="${fill}"/>` +
  `<path d="M4 33h8l-1.6 7H5.6ZM15 33h7l-1.4 7h-4.2ZM27 33h7l-1.4 7h-4.2ZM37 33h8l-1.6 7h-4.8Z" fill="${fill}"/>`;
const POSTS: Drawn = (fill) =>
  `<path d="M7 4V25H41V4" fill="none" stroke="${fill}" stroke-width="6"/><path d="M24 25V43M15.5 43H32.5" stroke="${fill}" stroke-width="6"/>`;
const FAR: Drawn = (fill, hole) =>
  `<g transform="translate(16 0) scale(.66)">${BALL(fill, hole)}</g><path d="M13 21L6 28M19 25L8 36M25 29L17 37" stroke="${fill}" stroke-width="3.6" stroke-linecap="square"/>`;

export const CHAMPZ_ICONS: Record<string, Drawn> = {
  ball: BALL,
  shoe: SHOE,
  posts: POSTS,
  far: FAR,
  both: (fill, hole) =>
    `<g transform="translate(-4 13) scale(.5)">${BALL(fill, hole)}</g><g transform="translate(23 12) scale(.54)">${SHOE(fill, hole)}</g>`,
  bolt: (fill) => `<path d="M29 2L8 27H22L18 46L40 19H26Z" fill="${fill}"/>`,
  bounce: (fill, hole) =>
    `<g transform="translate(2 -1) scale(.6)">${BALL(fill, hole)}</g><path d="M2 41L15 30L25 41L40 24" fill="none" stroke="${fill}" stroke-width="5.4"/><path d="M31 19H47V35Z" fill="${fill}"/>`,
  chain: (fill) =>
    `<path d="M9 6V46M39 6V46" stroke="${fill}" stroke-width="5"/><path d="M9 8Q24 36 39 8L32 6Q24 24 16 6Z" fill="${fill}"/><path d="M6.5 5H18L13 12ZM41.5 5H30L35 12Z" fill="${fill}"/>`,
  turn: (fill) =>
    `<path d="M6 21A19 19 0 0 1 37 10" fill="none" stroke="${fill}" stroke-width="5.6"/><path d="M44 4V21H27Z" fill="${fill}"/>` +
    `<path d="M42 27A19 19 0 0 1 11 38" fill="none" stroke="${fill}" stroke-width="5.6"/><path d="M4 44V27H21Z" fill="${fill}"/>`,
};

/** Icons of the page: paths drawn with a line of 1.7, or filled where `F` stands first. */
export const ICONS = {
  key: "M10.4 8.8h6.8M17.2 8.8v3M14.4 8.8v2.2M6.6 12.4a3.8 3.8 0 1 1 3.8-3.6a3.8 3.8 0 0 1-3.8 3.6ZM6.6 9.6a.8.8 0 1 1 .01 0",
  play: "F M6 4.2L16 10L6 15.8Z",
  people:
    "M7.5 9.5a3 3 0 1 0 0-6a3 3 0 0 0 0 6ZM2.5 16.5a5 5 0 0 1 10 0M12.5 4a2.8 2.8 0 0 1 0 5.2M14.5 11.8a4.8 4.8 0 0 1 3 4.7",
  shield: "M10 2.5L16.5 5V9.8C16.5 13.5 14 16.2 10 17.8C6 16.2 3.5 13.5 3.5 9.8V5ZM7.2 10L9.3 12.1L13 8.2",
  silent: "M3 8V12H6L10 15.5V4.5L6 8ZM13.5 8.2L17 11.8M17 8.2L13.5 11.8",
  sound: "M3 8V12H6L10 15.5V4.5L6 8ZM13 7.4a3.6 3.6 0 0 1 0 5.2M15.2 5.2a6.8 6.8 0 0 1 0 9.6",
  settings:
    "M2.5 6H8M12 6H17.5M2.5 14H6M10 14H17.5M10 8a2 2 0 1 0 0-4a2 2 0 0 0 0 4ZM8 16a2 2 0 1 0 0-4a2 2 0 0 0 0 4Z",
  help: "M10 17.5a7.5 7.5 0 1 0 0-15a7.5 7.5 0 0 0 0 15ZM7.8 8a2.2 2.2 0 1 1 3.2 2C10.2 10.5 10 11 10 11.7M10 14V14.2",
  lab: "M7.5 3H12.5M8.5 3V8L4 15.2A1.3 1.3 0 0 0 5.1 17.2H14.9A1.3 1.3 0 0 0 16 15.2L11.5 8V3M6.4 12.5H13.6",
  clock: "M10 17.5a7.5 7.5 0 1 0 0-15a7.5 7.5 0 0 0 0 15ZM10 6V10.3L12.8 12",
  back: "M7.5 5L4 8.5L7.5 12M4 8.5H12.5a3.5 3.5 0 0 1 0 7H9",
  list: "M8 4.5H17M8 10H17M8 15.5H17M3.5 3.5h1.5v2h-1.5ZM3.5 9h1.5v2h-1.5ZM3.5 14.5h1.5v2h-1.5Z",
  log: "M3 5H17M3 10H17M3 15H11",
  more: "F M4.5 8.3a1.7 1.7 0 1 0 0 3.4a1.7 1.7 0 0 0 0-3.4ZM10 8.3a1.7 1.7 0 1 0 0 3.4a1.7 1.7 0 0 0 0-3.4ZM15.5 8.3a1.7 1.7 0 1 0 0 3.4a1.7 1.7 0 0 0 0-3.4Z",
  copy: "M7 7H16.5V16.5H7ZM4 12.5H3.5V3.5H12.5V4",
  share: "M10 12V3M6.5 6L10 2.7L13.5 6M4 10V16.5H16V10",
  save: "M10 2.7V12M6.5 8.7L10 12L13.5 8.7M4 10V16.5H16V10",
  die: "M4 4H16V16H4ZM7.2 7.2V7.3M12.8 12.8V12.9M12.8 7.2V7.3M7.2 12.8V12.9M10 10V10.1",
  check: "M4 10.5L8 14.5L16 5.5",
  first: "F M5 5H7V15H5ZM15.5 5V15L8 10Z",
  last: "F M13 5H15V15H13ZM4.5 5V15L12 10Z",
  pause: "F M5.5 4.5H8.5V15.5H5.5ZM11.5 4.5H14.5V15.5H11.5Z",
  close: "M5 5L15 15M15 5L5 15",
  down: "M5 8L10 13L15 8",
  plus: "M10 4V16M4 10H16",
  minus: "M4 10H16",
  bulb: "M7.5 14.5H12.5M8 17H12M7.8 12.2C7.8 10.8 5.2 10 5.2 7.2a4.8 4.8 0 0 1 9.6 0C14.8 10 12.2 10.8 12.2 12.2Z",
  leave: "M8.5 3.5H4V16.5H8.5M12.5 6.5L16 10L12.5 13.5M16 10H8",
  smile: "M10 17.5a7.5 7.5 0 1 0 0-15a7.5 7.5 0 0 0 0 15ZM7.4 8V8.2M12.6 8V8.2M6.8 11.8a3.6 3.6 0 0 0 6.4 0",
} as const;

export type IconName = keyof typeof ICONS;

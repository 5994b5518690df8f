import { classes } from './classes.ts'

/** Drawn on a 16 px grid, stroked with the text colour: the icons that travelers' pages draw at once. */
const paths = {
  swap: 'M2 5.5h11M10 2.5l3 3-3 3M14 10.5H3M6 7.5l-3 3 3 3',
  search: 'M11.3 7a4.3 4.3 0 1 1-8.6 0a4.3 4.3 0 0 1 8.6 0zM10.3 10.3 14 14',
  plane:
    'M14 8.9 9.2 6.4V3.2C9.2 2.3 8.6 1.5 8 1.5s-1.2.8-1.2 1.7v3.2L2 8.9v1.3l4.8-1.3v2.9l-1.5 1.1v1.1L8 13.3l2.7.7v-1.1l-1.5-1.1V8.9l4.8 1.3z',
  bed: 'M1.8 12.8V4M1.8 10.5h12.4v2.3M14.2 10.5V8.3c0-1.1-.8-1.8-1.8-1.8H7v4M5.7 7.6a1.3 1.3 0 1 1-2.6 0a1.3 1.3 0 0 1 2.6 0z',
  filter: 'M2 4.5h12M4.5 8h7M6.5 11.5h3',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  person: 'M10.6 5a2.6 2.6 0 1 1-5.2 0a2.6 2.6 0 0 1 5.2 0zM3 13.8c.5-2.8 2.4-4.2 5-4.2s4.5 1.4 5 4.2',
  info: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 7.3v3.6M8 5v.2',
  down: 'm4 6.2 4 4 4-4',
  up: 'm4 9.8 4-4 4 4',
  right: 'm6 4 4 4-4 4',
  left: 'm10 4-4 4 4 4',
  arrow: 'M2.5 8h11M10 4.5 13.5 8 10 11.5',
  check: 'm3 8.5 3.3 3.3L13 4.8',
  x: 'm4 4 8 8M12 4l-8 8',
  warn: 'M8 2.2 14.5 13.5h-13zM8 6.5v3.3M8 11.6v.1',
  clock: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 4.5V8l2.5 1.6',
  bag: 'M3.5 5.5h9v8h-9zM6 5.5V2.8h4v2.7M6 8v3M10 8v3',
  sun: 'M10.8 8a2.8 2.8 0 1 1-5.6 0a2.8 2.8 0 0 1 5.6 0zM8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1',
  moon: 'M13.3 9.7A5.7 5.7 0 0 1 6.3 2.7a5.7 5.7 0 1 0 7 7z',
  contrast: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 2v12M8 4.5h3.8M8 7.2h5.9M8 9.9h5.5M8 12.5h3.5',
  external: 'M6 3.5H3v9.5h9.5V10M9 2.5h4.5V7M13.3 2.7 7.5 8.5',
  grid: 'M2.5 2.5H7V7H2.5zM9 2.5h4.5V7H9zM2.5 9H7v4.5H2.5zM9 9h4.5v4.5H9z',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  minus: 'M3.5 8h9',
  plus: 'M3.5 8h9M8 3.5v9',
  offline:
    'M2 2l12 12M1.5 6.2A9.5 9.5 0 0 1 5 4.1M7.6 3.5a9.5 9.5 0 0 1 6.9 2.7M4 8.9a6 6 0 0 1 3-1.7M10.5 7.9A6 6 0 0 1 12 8.9M8 12.2v.1',
} as const

/** These icons point along the reading direction: right-to-left pages show them mirrored. */
const ways: readonly string[] = ['left', 'right', 'arrow', 'external', 'list']

/** The path of an icon in `more-icons.ts` or `later-icons.ts`. */
type IconPath = `M${string}`

export type IconName = keyof typeof paths | IconPath

const isPath = (name: IconName): name is IconPath => name.startsWith('M')

/** Decorative: the text beside it or the control's label gives the meaning. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg
      className={classes('icon', small && 'icon-sm', ways.includes(name) && 'icon-way')}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={isPath(name) ? name : paths[name]} />
    </svg>
  )
}

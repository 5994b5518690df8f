import type { IconName } from './icon.tsx'

/**
 * The icons that only the console, confirmations and text from the server have, drawn like those of `Icon`. A module of
 * their own, so that the pages of travelers do not load their paths.
 */
export const moreIcons = {
  agent: 'M10 8a4 4 0 1 1-8 0a4 4 0 0 1 8 0zM14 8a4 4 0 1 1-8 0a4 4 0 0 1 8 0z',
  bot: 'M3 5.5h10v7.5H3zM8 5.5V3M6 8v1.5M10 8v1.5M3 9H1.5M14.5 9H13',
  code: 'M5.5 4.5l-3.5 3.5 3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM10 8a2 2 0 1 1-4 0a2 2 0 0 1 4 0z',
  file: 'M4 2h5.5L12.5 5v9H4zM9.3 2.2v3h3',
  fuel: 'M3 13.5v-11h6.5v11M2 13.5h8.5M5 5.5h2.5M9.5 7.5h2v4c0 1.6 2.5 1.6 2.5 0V6l-2-2',
  globe: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM2 8h12M8 2c3.6 3.4 3.6 8.6 0 12M8 2c-3.6 3.4-3.6 8.6 0 12',
  key: 'M7.8 8a2.8 2.8 0 1 1-5.6 0a2.8 2.8 0 0 1 5.6 0zM7.8 8H14v2.5M11.5 8v2',
  load: 'M8 10.2V2.5M4.8 5.7 8 2.5l3.2 3.2M2.5 10v3.5h11V10',
  lock: 'M3.5 7.2h9v6.3h-9zM5.5 7.2V5a2.5 2.5 0 0 1 5 0v2.2M8 9.6v1.6',
  message: 'M2.5 3h11v7.5H7.5L4.5 13.3v-2.8h-2z',
  play: 'M4.5 3v10l8-5z',
  save: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 10v3.5h11V10',
  shield: 'M8 1.8 13.2 4v4c0 3-2.2 5-5.2 6.2C5 13 2.8 11 2.8 8V4z',
  unlock: 'M3.5 7.2h9v6.3h-9zM5.5 7.2V5a2.5 2.5 0 0 1 4.9-.8M8 9.6v1.6',
} as const

type MoreName = keyof typeof moreIcons

const isMore = (name: IconName | MoreName): name is MoreName => Object.hasOwn(moreIcons, name)

/** The icon for a name that comes from a descriptor. */
export const iconNamed = (name: IconName | MoreName): IconName => (isMore(name) ? moreIcons[name] : name)

import { globSync, readFileSync } from 'node:fs'

/** The routes of the console as its tables name them, by method and path: `GET people/[id]`. */
export const consoleRoutes = globSync('app/api/console/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^ {2}'([A-Z]+ [^']+)': /gm)].map(([, name]) => name ?? ''),
)

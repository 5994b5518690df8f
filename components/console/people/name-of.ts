import type { Person } from '#lib/console/model/console-people.ts'

/** How people are called here: by the name, else by the address. */
export const nameOf = ({ name, email }: Person): string => name ?? email ?? 'Without a name'

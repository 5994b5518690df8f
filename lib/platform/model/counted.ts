/** "1 profile", "3 profiles". */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** "3 profiles", and of more than `most`, which are not counted, "more than 100 profiles". */
export const countedUpTo = (most: number, count: number, noun: string): string =>
  count > most ? `more than ${counted(most, noun)}` : counted(count, noun)

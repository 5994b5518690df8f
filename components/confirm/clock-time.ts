const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** "14:38", in the reader's time zone. */
export const clockTime = (iso: string): string => format.format(new Date(iso))

/** Whether the argument is a folder path: skill names contain no separators and no dots. */
export const isPath = (skill: string): boolean => /[/\\.]/.test(skill)

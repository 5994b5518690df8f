/** Whether the command line names a folder: the name of a skill has no separators and no dots. */
export const isPath = (skill: string): boolean => /[/\\.]/.test(skill)

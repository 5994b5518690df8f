/** The user's current folder. npm changes to the project's folder and passes the original in INIT_CWD. */
// biome-ignore lint/style/noProcessEnv: not an app setting: npm passes the caller's folder
export const workingDir = (): string => process.env.INIT_CWD ?? process.cwd()

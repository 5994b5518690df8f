/** Where the person stands: npm runs scripts in the project's folder and says here where it was called. */
// biome-ignore lint/style/noProcessEnv: not a setting of the app, but where npm says that it was called
export const workingDir = (): string => process.env.INIT_CWD ?? process.cwd()

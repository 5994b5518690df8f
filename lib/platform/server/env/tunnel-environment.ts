/** What the program of a tunnel needs from the environment of the app, which also has secrets. */
const passedOn =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|TMPDIR|XDG_\w+|SSL_CERT_(?:FILE|DIR)|NGROK_\w+|(?:https?|no|all)_proxy)$/i

export const tunnelEnvironment = (given: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(given).filter(([name]) => passedOn.test(name))),
  NODE_ENV: given.NODE_ENV,
})

import {
  hostOps,
  operations,
  type PermissionKind,
  permissionOf,
  signatureOf,
} from '#runner/contract/operations/host-operations.ts'
import type { ScriptLanguage } from '#runner/contract/script-language.ts'

/** Permissions whose items are the keys of a profile. */
const ofKeys: readonly PermissionKind[] = ['secrets', 'signing.jwt', 'signing.hmac']

/** The rows of the host functions of scripts in this language that the guest's script does not define itself. */
const rowsOf = (language: ScriptLanguage, before: string, equals: string) =>
  hostOps.flatMap((op) => {
    const { params, scripts, permission, does } = operations[op]
    const isGranted =
      permission === undefined || ofKeys.includes(permission) || permissionOf(permission).ofProfiles === true
    if (params === undefined || !scripts?.includes(language) || !isGranted) return []
    return [`| \`${before}${signatureOf(op, equals)}\` | ${does} |`]
  })

const table = (...rows: readonly string[]): string => ['| name | what |', '| --- | --- |', ...rows].join('\n')

const endings = `### What ends a script

Requests are https only. A failed connection, a timeout, a withheld permission and an error of the model can be caught. A request
to a host that the profile does not have, a refused method or header, the limits of time, fuel, memory and host calls, and a
secret without a value end the execution, whatever the script catches.`

/** The functions that scripts can use in each language. A name has the same meaning in every language. */
const references: Readonly<Record<ScriptLanguage, string>> = {
  javascript: `### JavaScript

\`"language": "javascript"\`. ES2023 with top-level \`await\`, and \`URL\` (http and https), \`URLSearchParams\`, \`TextEncoder\`,
\`TextDecoder\` (UTF-8), \`atob\`, \`btoa\`, \`structuredClone\`, \`setTimeout\`, \`setInterval\`. No imports, no Node, no DOM, no
\`eval\`, no \`Intl\`: \`toLocaleString\`, \`toLocaleDateString\`, \`toLocaleTimeString\` and \`localeCompare\` throw.

${table(
  '| `await fetch(url, { method, headers, body, timeoutMs, redirect })` | a request to a host of the profile; the response has `status`, `ok`, `url`, `headers`, `text()`, `json()`, `arrayBuffer()`; with `redirect: "manual"` a redirect is the response |',
  ...rowsOf('javascript', 'await ', ' = '),
  '| `set_result(data)` | the result: any value that JSON has; the last one counts |',
  '| `print(…)`, `console.log(…)`, `console.error(…)` | a line of stdout, or with `error` and `warn` of stderr |',
)}

\`Date.now()\` and \`Math.random()\` are fixed for an execution, so that it can be repeated. A timer moves the clock and takes no
time. As in Node, the script ends when no request and no timer is left, and a rejected promise that nothing handles ends it
with an error.`,
  python: `### Python

\`"language": "python"\`. Python 3 with its standard library and \`httpx\`. A script that imports a package
with native code, such as \`pandas\`, runs in a container, which needs Docker and an image with the package.

${table(
  '| `httpx`, `requests`, `urllib.request` | requests to the hosts of the profile; `asyncio.gather` with `httpx.AsyncClient` runs several at once |',
  ...rowsOf('python', '', '='),
  '| `set_result(data)` | the result: any value that JSON has; the last one counts |',
  '| `print(…)` | a line of stdout, or with `file=sys.stderr` of stderr |',
)}

The clock, \`random\`, \`secrets\`, \`uuid\` and the order of sets are fixed for an execution, so that it can be repeated.
After a pause the script runs again from its start, with the same answers as before. In a container, requests are sent one
after another: make them in one thread only. A coroutine that nothing awaits and a task that failed unseen end the script
with an error.`,
}

/** The reference of the SDK, in Markdown. */
export const sdkReference = (languages: readonly ScriptLanguage[]): string =>
  [...languages.map((language) => references[language]), endings].join('\n\n')

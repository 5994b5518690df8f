import type { ScriptLanguage } from '#runner/contract/script.ts'

/** The functions that scripts can use in each language. A name has the same meaning in every language. */
const references: Readonly<Record<ScriptLanguage, string>> = {
  javascript: `### JavaScript

\`"language": "javascript"\`. ES2023 with top-level \`await\`, no imports, no Node, no DOM.

| name                                               | what                                                                  |
| -------------------------------------------------- | --------------------------------------------------------------------- |
| \`await settings.get(key)\`                          | the value of a setting; for a secret a placeholder, which becomes the value in requests to its hosts |
| \`await settings.keys()\`                            | the names of all settings                                             |
| \`await fetch(url, { method, headers, body, timeoutMs })\` | a request to a host of the profile; the response has \`status\`, \`ok\`, \`url\`, \`headers\`, \`text()\`, \`json()\`, \`arrayBuffer()\` |
| \`await llm.complete(prompt, model = 'default')\`    | pauses the execution until you answer the prompt with your own model  |
| \`await llm.predict(prompt, model = 'default')\`     | the answer of the operator's model; without one, like \`llm.complete\`  |
| \`set_result(data)\`                                 | the result: any value that JSON has; the last one counts              |
| \`print(…)\`, \`console.log(…)\`, \`console.error(…)\`   | a line of stdout, or with \`error\` and \`warn\` of stderr              |

\`Date.now()\` and \`Math.random()\` are fixed for an execution, so that it can be repeated.`,
  python: `### Python

\`"language": "python"\`. Python 3 with its standard library and \`httpx\`. Each execution has a container of its own.

| name                                             | what                                                                    |
| ------------------------------------------------ | ----------------------------------------------------------------------- |
| \`settings.get(key)\`                              | the value of a setting; for a secret a placeholder, which becomes the value in requests to its hosts |
| \`settings.keys()\`                                | the names of all settings                                               |
| \`httpx\`, \`urllib.request\`                        | requests to the hosts of the profile, one after another                 |
| \`llm.complete(prompt, model="default")\`          | pauses the execution until you answer the prompt with your own model    |
| \`llm.predict(prompt, model="default")\`           | the answer of the operator's model; without one, like \`llm.complete\`    |
| \`set_result(data)\`                               | the result: any value that JSON has; the last one counts                |
| \`print(…)\`                                       | a line of stdout, or with \`file=sys.stderr\` of stderr                   |

The clock, \`random\`, \`secrets\`, \`uuid\` and the order of sets are fixed for an execution, so that it can be repeated.
After a pause the script runs again from its start, with the same answers as before: make requests in one thread only.`,
}

/** The reference of the SDK, in Markdown. */
export const sdkReference = (languages: readonly ScriptLanguage[]): string =>
  languages.map((language) => references[language]).join('\n\n')

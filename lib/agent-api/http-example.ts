/** A request as Markdown. `{profile_id}` and `{execution_id}` are placeholders for ids from earlier answers. */
export function httpExample(method: string, url: string, body?: unknown, headers: readonly string[] = []): string {
  const lines = [
    `${method} ${url}`,
    ...headers,
    ...(body === undefined ? [] : ['content-type: application/json', '', JSON.stringify(body)]),
  ]
  return ['```http', ...lines, '```'].join('\n')
}

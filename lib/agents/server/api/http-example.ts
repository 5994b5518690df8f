/** A request as Markdown. The URL and the headers may contain placeholders, such as `{profile_id}`. */
export function httpExample(method: string, url: string, body?: unknown, headers: readonly string[] = []): string {
  const lines = [
    `${method} ${url}`,
    ...headers,
    ...(body === undefined ? [] : ['content-type: application/json', '', JSON.stringify(body)]),
  ]
  return ['```http', ...lines, '```'].join('\n')
}

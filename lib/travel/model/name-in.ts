/** The name of a code; `undefined` if it has none, even for a code like "constructor". */
export function nameIn<Name extends string>(names: Readonly<Record<string, Name>>, code: string): Name | undefined {
  return Object.hasOwn(names, code) ? names[code] : undefined
}

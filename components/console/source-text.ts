const sources: Readonly<Record<string, string>> = {
  main: 'Operator',
  'dm-approved': 'Signed in',
  group: 'Group',
  'dm-unknown': 'Unknown sender',
  public: 'Guest',
}

/** Where a request came from, for people. */
export const sourceText = (source: string): string => sources[source] ?? source

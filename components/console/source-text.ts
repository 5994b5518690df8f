const sources: Readonly<Record<string, string>> = {
  main: 'Operator',
  'dm-approved': 'Signed in',
  group: 'Group',
  'dm-unknown': 'Unknown sender',
  public: 'Guest',
}

/** The label of a request's source. */
export const sourceText = (source: string): string => sources[source] ?? source

type Searched = { readonly name: string; readonly description: string; readonly categories: readonly string[] }

/** The offers with all words, those with a word in the name first. Letter case does not matter. */
export function matching<One extends Searched>(offered: readonly One[], words: readonly string[]): readonly One[] {
  const wanted = words.map((word) => word.toLowerCase())
  const score = ({ name, description, categories }: Searched): number => {
    const inName = wanted.filter((word) => name.toLowerCase().includes(word)).length
    const text = `${name} ${description} ${categories.join(' ')}`.toLowerCase()
    return wanted.every((word) => text.includes(word)) ? inName + 1 : 0
  }
  return offered
    .map((one) => ({ one, points: score(one) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || (a.one.name < b.one.name ? -1 : 1))
    .map(({ one }) => one)
}

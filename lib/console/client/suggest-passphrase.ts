const words = 6

/** Six random words of a list of 2048 common ones: 66 bits, out of reach for whoever guesses. */
export async function suggestPassphrase(): Promise<string> {
  const { wordlist } = await import('@scure/bip39/wordlists/english.js')
  // A power of two divides the range of the numbers, so every word is equally likely.
  const numbers = crypto.getRandomValues(new Uint32Array(words))
  return [...numbers].map((number) => wordlist[number % wordlist.length]).join(' ')
}

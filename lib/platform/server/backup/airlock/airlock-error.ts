/** What is wrong with an encrypted file. */
type AirlockFault = 'not_airlock' | 'newer' | 'locked' | 'not_recipient' | 'damaged' | 'too_large' | 'too_much'

const sentences: Readonly<Record<AirlockFault, string>> = {
  not_airlock: 'This is not an .airlock file.',
  newer: 'The file was written by a newer version of travel.aw: open it with that version or a later one.',
  locked: 'The passphrase does not open this file, or the first bytes of the file were changed.',
  not_recipient: 'The file was encrypted for a private key: only that key opens it.',
  damaged: 'The file was cut or changed after it was written: use another copy of it.',
  too_much: 'The file has more credentials or profiles than one preview can show: export fewer of them at a time.',
  too_large: 'The file contains more than this version opens: it was not written by travel.aw.',
}

/** An encrypted file that cannot be opened. Its message is one sentence for the operator. */
export class AirlockError extends Error {
  override readonly name = 'AirlockError'
  readonly fault: AirlockFault

  constructor(fault: AirlockFault) {
    super(sentences[fault])
    this.fault = fault
  }
}

import { fieldSentence, isFlightField } from '#lib/client/resolve-search.ts'
import { StatePanel } from './state-panel.tsx'

/** Names each field that is wrong; the form above holds what could be understood. */
export function InvalidSearch({ problems, message }: { problems: Record<string, string>; message?: string }) {
  const sentences = Object.entries(problems).map(([field, phrase]) =>
    isFlightField(field) ? fieldSentence(field, phrase) : `${field} ${phrase}.`,
  )
  return (
    <StatePanel icon="warn" tone="warn" title="This search cannot run as it is">
      {sentences.length > 0 ? (
        <ul className="state-list">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <p>{message}</p>
      )}
      <p>The form above holds what could be understood.</p>
    </StatePanel>
  )
}

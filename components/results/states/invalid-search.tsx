import { StatePanel } from './state-panel.tsx'

/** A sentence for each field that is wrong; the form above holds what could be understood. */
export function InvalidSearch({ sentences, message }: { sentences: readonly string[]; message?: string }) {
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

import { useState } from 'react'
import { ConsoleDialog } from './console-dialog.tsx'
import { areKeysOn, consoleKeys, setKeysOn } from './console-keys.ts'

/** The keys of the console, and the choice to do without the single letters. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(areKeysOn)
  return (
    <ConsoleDialog label="Keys" onClose={onClose}>
      <div className="console-keys">
        <h2>Keys</h2>
        <dl>
          {consoleKeys.map(([keys, what]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className="check">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => {
              setIsOn(target.checked)
              setKeysOn(target.checked)
            }}
          />
          Keys without Ctrl work in this browser
        </label>
      </div>
    </ConsoleDialog>
  )
}

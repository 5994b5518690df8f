'use client'

import { type ReactNode, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'

interface BestInfoProps {
  /** The name of the sort order. */
  name: string
  /** The scored item: "trip". */
  each: string
  /** `weight` is in percent. */
  parts: readonly { title: string; how: string; weight: number }[]
  /** An example from the first row. */
  children: ReactNode
}

/** Explains the "best" order: its weights, formula and an example. */
export function BestInfo({ name, each, parts, children }: BestInfoProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const label = `How ${name} is calculated`
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="tab-info"
        aria-label={label}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setIsOpen((before) => !before)}
      >
        <Icon name="info" />
      </button>
      {isOpen && (
        <Popover label={label} opener={opener} onClose={() => setIsOpen(false)} className="best-info">
          <h2>{label}</h2>
          <p>Each {each} gets a score from 0 to 100. Providers cannot pay for a higher rank.</p>
          <table>
            <tbody>
              {parts.map(({ title, how, weight }) => (
                <tr key={title}>
                  <th scope="row">
                    {title}
                    <span>{how}</span>
                  </th>
                  <td aria-hidden="true">
                    <i style={{ width: `${weight}%` }} />
                  </td>
                  <td>{weight}%</td>
                </tr>
              ))}
            </tbody>
          </table>
          {children}
        </Popover>
      )}
    </>
  )
}

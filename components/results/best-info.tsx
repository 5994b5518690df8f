'use client'

import { type ReactNode, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'

interface BestInfoProps {
  /** The name of the order. */
  name: string
  /** What gets a score. */
  each: string
  /** `weight` is in percent. */
  parts: readonly { title: string; how: string; weight: number }[]
  /** What it means for the first row. */
  children: ReactNode
}

/** How the best order is worked out: its weights, its formula, and an example. */
export function BestInfo({ name, each, parts, children }: BestInfoProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const label = `How ${name} is worked out`
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
          <p>Each {each} gets a score from 0 to 100. No provider can pay for a better place.</p>
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

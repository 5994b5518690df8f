'use client'

import { createContext, useContext } from 'react'

/** How the operator calls the command line on this instance's machine: `travel`, or the script of npm in a clone. */
export const CommandName = createContext('travel')

/** A command that the operator types on the machine of this instance. */
export function TravelCommand({ words }: { words: string }) {
  const name = useContext(CommandName)
  return (
    <code className="mono">
      {name} {words}
    </code>
  )
}

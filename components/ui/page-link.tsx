'use client'

import Link from 'next/link'
import { type ComponentProps, useState } from 'react'

/**
 * A link whose page is fetched once the pointer or the focus reaches it. Fetching the page of every visible link would
 * compete with the page that is opening.
 */
export function PageLink({ onPointerEnter, onFocus, ...rest }: ComponentProps<typeof Link>) {
  const [isNear, setIsNear] = useState(false)
  return (
    <Link
      {...rest}
      prefetch={isNear ? null : false}
      onPointerEnter={(event) => {
        setIsNear(true)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setIsNear(true)
        onFocus?.(event)
      }}
    />
  )
}

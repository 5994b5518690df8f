import type { ReactNode } from 'react'
import { SiteFrame } from '../site-frame.tsx'

/** Every page except the console's. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  return <SiteFrame>{children}</SiteFrame>
}

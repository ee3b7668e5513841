import { useRouteLoaderData } from 'react-router'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'

/** What the shell around every page shows; root.tsx loads it once per request. */
export type SiteData = {
  clinic: ClinicFacts
  /** Scheme and host for absolute links, 'https://clinic.example'. */
  origin: string
  /** Names this request in the log; shown on error pages only. */
  requestId: string
  /** Distinct lines in the visitor's cart. */
  cartLines: number
  /** Who is signed in; nobody can yet. */
  viewer?: Viewer
}

export function useSite(): SiteData {
  const site = useRouteLoaderData<SiteData>('root')
  if (!site) throw new Error('useSite is for pages below the root route')
  return site
}

import { useRouteLoaderData } from 'react-router'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Menus } from '#app/public-pages.ts'
import type { Promises } from '#content/pages/page.ts'

/** What root.tsx loads once per request for the shell around every page. */
export type LoadedSite = Promises & {
  /** JSON of the clinic's facts; see ClinicNow for why it is a text. */
  facts: string
  /** Scheme and host for absolute links, 'https://clinic.example'. */
  origin: string
  /** Names this request in the log; shown on error pages only. */
  requestId: string
  /** The links of header and footer; loaded, so that browsers need not load the words of every page for them. */
  menus: Menus
  /** Distinct lines in the visitor's cart. */
  cartLines: number
  /** Who is signed in. */
  viewer?: Viewer | undefined
}

export type SiteData = Omit<LoadedSite, 'facts'> & { clinic: ClinicFacts }

export function useSite(): SiteData {
  const site = useRouteLoaderData<LoadedSite>('root')
  if (!site) throw new Error('useSite is for pages below the root route')
  return { ...site, clinic: parsedFacts(site.facts) }
}

/** The text changes once a day, or when the admin saves something, and several components of every page ask. */
let parsed: { json: string; facts: ClinicFacts } | undefined
function parsedFacts(json: string) {
  if (parsed?.json !== json) parsed = { json, facts: JSON.parse(json) as ClinicFacts }
  return parsed.facts
}

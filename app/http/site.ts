import { useRouteLoaderData } from 'react-router'
import type { MenuGroup } from '#app/admin-sections.ts'
import type { Config } from '#app/config.server.ts'
import type { ShownPicture } from '#app/domain/pictures/picture.ts'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import type { Menus } from '#app/public-pages.ts'
import type { Promises } from '#content/pages/page.ts'

/** What texts may promise under the current settings. */
export const getPromises = ({ config, emailsLeave, payments }: Promising): Promises => ({
  ...(!emailsLeave && { keepsEmails: true }),
  ...(config.schedulingUrl && { schedulerHost: new URL(config.schedulingUrl).host }),
  ...(payments !== undefined && { takesPayments: true }),
})

type Promising = { config: Config; emailsLeave: boolean; payments: object | undefined }

/** Loaded by root.tsx once per request, for header and footer. */
export type LoadedSite = Promises & {
  /** JSON of the clinic's facts; ClinicNow says why it is a string. */
  facts: string
  /** Scheme and host for absolute links, 'https://clinic.example'. */
  origin: string
  /** Shown on error pages. */
  requestId: string
  /** Loaded, so that browsers need not download the texts of every page for them. */
  menus: Menus
  /** Texts of every page that are edited in the dashboard. */
  texts: Pick<Content<'site'>, 'emergency' | 'noticeLabel' | 'footer'> & {
    /** Any page may break, or find that what it should show isn't there. */
    errors: Content<'not-found'>['errors'] & { notFound: Omit<Content<'not-found'>, 'plate' | 'errors'> }
  }
  look: Look
  /** In place of the drawn mark. */
  logo?: ShownPicture
  /** Distinct lines in the visitor's cart. */
  cartLines: number
  viewer?: Viewer | undefined
  /** On pages of the dashboard: the sections that this person may open. */
  menu?: readonly MenuGroup[] | undefined
}

type Look = {
  /** The address of the styles over those of app.css, unless they are as delivered. */
  styles?: string
  /** The typefaces of every first screen. */
  fonts: readonly string[]
}

export type SiteData = Omit<LoadedSite, 'facts'> & { clinic: ClinicFacts }

/** Undefined on the page of an error of the root itself. */
export const useLook = () => useRouteLoaderData<LoadedSite>('root')?.look

export function useSite(): SiteData {
  const site = useRouteLoaderData<LoadedSite>('root')
  if (!site) throw new Error('useSite is for pages below the root route')
  return { ...site, clinic: parsedFacts(site.facts) }
}

/** Cached: it changes once a day or when the admin saves something, and several components of every page use it. */
let parsed: { json: string; facts: ClinicFacts } | undefined
function parsedFacts(json: string) {
  if (parsed?.json !== json) parsed = { json, facts: JSON.parse(json) as ClinicFacts }
  return parsed.facts
}

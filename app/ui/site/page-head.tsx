import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Promises } from '#content/pages/page.ts'
import { type SharePicture, sharePicture } from './share-picture.ts'

export type StructuredData = { '@type': string } & Record<string, unknown>

export type PageSite = Promises & { clinic: ClinicFacts; origin: string }

type PageHeadProps = {
  site: PageSite
  /** Canonical path, '/about'. */
  path: string
  /** Without the clinic's name. */
  title: string
  description: string
  type?: 'website' | 'article'
  jsonLd?: StructuredData[]
  noindex?: boolean
  picture?: SharePicture
}

/** React moves these elements into the document's head; structured data may be anywhere. */
export function PageHead({
  site,
  path,
  title,
  description,
  type = 'website',
  jsonLd = [],
  noindex,
  picture = sharePicture,
}: PageHeadProps) {
  const { clinic, origin } = site
  const fullTitle = `${title} | ${clinic.name}`
  const url = `${origin}${path}`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={clinic.name} />
      <meta property="og:image" content={`${origin}${picture.path}`} />
      <meta property="og:image:width" content={String(picture.width)} />
      <meta property="og:image:height" content={String(picture.height)} />
      <meta property="og:image:alt" content={picture.alt ?? fullTitle} />
      <meta name="twitter:card" content="summary_large_image" />
      {jsonLd.length > 0 && <JsonLd things={jsonLd} />}
    </>
  )
}

function JsonLd({ things }: { things: StructuredData[] }) {
  const graph = JSON.stringify({ '@context': 'https://schema.org', '@graph': things })
  // A '<' in a text must not end the script element.
  const html = graph.replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html }} />
}

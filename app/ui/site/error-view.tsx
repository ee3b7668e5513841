import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { errorNumber } from '#content/pages/error.ts'
import type { Link } from '#content/pages/page.ts'
import { BrokenPageText } from './broken-page-text.tsx'
import { PageHeading } from './page-heading.tsx'
import { Text } from './words.tsx'

type ErrorPage = { title: string; lead: string; seo: { title: string }; help: string; links?: readonly Link[] }
export type ErrorPages = Record<'error' | 'tooMany' | 'badRequest' | 'notFound', ErrorPage>

function getErrorPage(pages: ErrorPages, status: number): ErrorPage {
  if (status === 404) return pages.notFound
  if (status === 429) return pages.tooMany
  if (status >= 400 && status < 500) return pages.badRequest
  return pages.error
}

type ErrorViewProps = { id?: string; clinic: ClinicFacts; status: number; pages: ErrorPages }

/** Says what happens next, never what broke; `id` finds the error in the log. */
export function ErrorView({ id, clinic, status, pages }: ErrorViewProps) {
  const page = getErrorPage(pages, status)
  const title = `${page.seo.title} | ${clinic.name}`
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <PageHeading title={page.title} lead={page.lead} />
      <div className="wrap body">
        <p className="lead">
          <Text words={page.help} clinic={clinic} />
        </p>
        {id && status !== 404 && (
          <dl className="dl error-number">
            <dt>{errorNumber}</dt>
            <dd className="num">{id}</dd>
          </dl>
        )}
        <BrokenPageText />
        {page.links && (
          <ul className="row links">
            {page.links.map(({ text, href }) => (
              <li key={href}>
                <a className="btn-text" href={href}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

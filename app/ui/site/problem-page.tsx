import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { badRequestPage, errorNumber, errorPage, tooManyPage } from '#content/pages/error.ts'
import { notFoundPage } from '#content/pages/not-found.ts'
import { resolveWords, type Link, type Page, type Words } from '#content/pages/page.ts'
import { LinkRow } from './link-row.tsx'
import { PageHeading } from './page-top.tsx'
import { Text } from './words.tsx'

/** 404: the address leads nowhere. */
export function NotFoundView({ clinic }: { clinic: ClinicFacts }) {
  return <ProblemView page={notFoundPage} clinic={clinic} />
}

/** Everything else that went wrong. Says what happens next, never what broke; `id` finds it in the log. */
export function ErrorView({ id, clinic, status = 500 }: { id?: string; clinic: ClinicFacts; status?: number }) {
  return <ProblemView page={getErrorPage(status)} clinic={clinic} id={id} />
}

type Problem = Page & { help: Words; links?: readonly Link[] }

function getErrorPage(status: number): Problem {
  if (status === 429) return tooManyPage
  if (status >= 400 && status < 500) return badRequestPage
  return errorPage
}

function ProblemView({ page, clinic, id }: { page: Problem; clinic: ClinicFacts; id?: string }) {
  const title = `${page.seo.title} | ${clinic.name}`
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <PageHeading title={page.title} lead={page.lead && resolveWords(page.lead, clinic)} />
      <div className="wrap body">
        <p className="lead">
          <Text words={page.help} clinic={clinic} />
        </p>
        {id && (
          <dl className="dl error-number">
            <dt>{errorNumber}</dt>
            <dd className="num">{id}</dd>
          </dl>
        )}
        {page.links && <LinkRow links={page.links} />}
      </div>
    </>
  )
}

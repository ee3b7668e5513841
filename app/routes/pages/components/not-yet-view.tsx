import { Link } from 'react-router'
import { useSite } from '#app/http/site.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { LinkRow } from '#app/ui/site/link-row.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import type { NotYetPage } from '#content/pages/page.ts'
import { reach } from '#content/site.ts'

/** Until its part of the website is there, a page says so honestly and how to reach the clinic instead. */
export function NotYetView({ page, path }: { page: NotYetPage; path: string }) {
  const site = useSite()
  const { phone, emails } = site.clinic
  const address = emails[page.mailbox]
  return (
    <>
      <PageTop page={page} site={site} path={path} noindex />
      <div className="wrap body stack">
        {page.text && <p>{page.text}</p>}
        <div className="row row-cta">
          <ButtonLink href={`tel:${phone.e164}`}>{reach.call(site.clinic)}</ButtonLink>
          <ButtonLink kind="line" href={`mailto:${address}`}>
            {reach.write(address)}
          </ButtonLink>
        </div>
        <LinkRow links={page.links}>
          {page.nextStep && (
            <li>
              <Link className="btn-text" to={page.nextStep.href}>
                {page.nextStep.text}
              </Link>
            </li>
          )}
        </LinkRow>
      </div>
    </>
  )
}

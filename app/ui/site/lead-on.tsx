import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { onlinePayment } from '#content/payments.ts'
import type { PageSite } from './page-head.tsx'
import { PageTop } from './page-top.tsx'

const { leadOn } = onlinePayment

/** In front of the payment service's page, which opens by itself. `back`: to what is paid for. */
export const LeadOn = ({
  site,
  path,
  url,
  back,
}: {
  site: PageSite
  path: string
  url: string
  back: { text: string; href: string }
}) => (
  <>
    <PageTop page={leadOn} site={site} path={path} noindex />
    <div className="wrap body">
      <p className="row">
        <ButtonLink kind="primary" href={url} rel="noreferrer">
          {leadOn.link}
        </ButtonLink>
        <ButtonLink kind="line" href={back.href}>
          {back.text}
        </ButtonLink>
      </p>
    </div>
  </>
)

import { type LoaderFunctionArgs, useParams } from 'react-router'
import { currentServices } from '#app/domain/catalogue/services.ts'
import { pageContext } from '#app/http/context.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { ServiceMeta } from '#app/ui/catalogue/service-card.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { Panel } from '#app/ui/primitives/panel.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { bookingPage } from '#content/pages/booking.ts'
import { services } from '#content/services.ts'
import { reach } from '#content/site.ts'

export const handle = contentPage({ shows: ['catalogue'] })

/** Of made-up ids there is no end; they must not crowd the page cache. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const { serviceType } = params
  if (serviceType && !services.some(({ id }) => id === serviceType)) context.get(pageContext).doNotStore()
  return null
}

/** Until appointments are made here, the page says honestly how to get one. */
export default function Booking() {
  const site = useSite()
  const { clinic } = site
  const { ways, next, chosen } = bookingPage
  const service = useChosenService()
  return (
    <>
      <PageTop page={bookingPage} site={site} path="/booking" />
      <div className="wrap two">
        <section>
          <h2>{ways.heading}</h2>
          <p>{ways.phoneText}</p>
          <p>
            <ButtonLink href={`tel:${clinic.phone.e164}`}>{reach.call(clinic)}</ButtonLink>
          </p>
          <p className="apart">{ways.emailText}</p>
          <p>
            <ButtonLink kind="line" href={mailTo(clinic.emails.booking, ways.subject(service.title))}>
              {reach.write(clinic.emails.booking)}
            </ButtonLink>
          </p>
          <p className="hint">{bookingPage.privacy}</p>
        </section>
        <div className="stack">
          <Panel>
            <div className="sum">
              <Plate name={service.picture} />
              <div>
                <p className="hint">{chosen.label}</p>
                <h2>{service.title}</h2>
                <ServiceMeta service={service} />
                <a className="btn-text" href={chosen.change.href}>
                  {chosen.change.text}
                </a>
              </div>
            </div>
          </Panel>
          <section>
            <h2 className="h3">{next.heading}</h2>
            <ol className="ticks">
              {next.steps.map((step, index) => (
                <li key={step}>
                  <span className="n num" aria-hidden="true">
                    {index + 1}
                  </span>
                  <span>{step}</span>
                </li>
              ))}
            </ol>
          </section>
          <Note kind="warn">
            <p>
              <b>{bookingPage.emergency}</b>
            </p>
          </Note>
        </div>
      </div>
    </>
  )
}

/** An unknown or missing id books a General Consultation (specification, section 7). */
function useChosenService() {
  const { serviceType } = useParams()
  const current = currentServices(useSite().clinic)
  const [fallback] = current
  const service = current.find(({ id }) => id === serviceType) ?? current.find(({ id }) => id === 'general') ?? fallback
  if (!service) throw new Error('The catalogue has no service')
  return service
}

const mailTo = (address: string, subject: string) => `mailto:${address}?subject=${encodeURIComponent(subject)}`

import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { findServiceId } from '#app/domain/catalogue/services.ts'
import { getNextFree } from '#app/http/next-free.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { CallToAction } from '#app/ui/site/call-to-action.tsx'
import { Etymology } from '#app/ui/site/etymology.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Photo } from '#app/ui/site/pictures.tsx'
import { aboutPage } from '#content/pages/about.ts'
import { TeamList } from './team-list.tsx'
import type { Route } from './+types/about.ts'

export const handle = readPage({ shows: ['booking'] })

export async function loader({ context }: Route.LoaderArgs) {
  const [nextFree] = (await getNextFree(context, [findServiceId(undefined)])) ?? []
  return { nextFree }
}

export default function About({ loaderData: { nextFree } }: Route.ComponentProps) {
  const site = useSite()
  const { callToAction } = aboutPage
  return (
    <>
      <PageTop page={aboutPage} site={site} path="/about" heading={<Heading clinic={site.clinic} />} />
      <People clinic={site.clinic} />
      <Place />
      <Ayurveda />
      <Massage />
      <CallToAction {...callToAction}>
        <NoBreak text={callToAction.text(nextFree, site.clinic)} />
      </CallToAction>
    </>
  )
}

const Heading = ({ clinic }: { clinic: ClinicFacts }) => (
  <div className="hero hero-low">
    <div className="hero-text">
      <h1>{aboutPage.title}</h1>
      <p className="lead">{aboutPage.lead(clinic)}</p>
    </div>
    <div className="hero-pic">
      <Photo name={aboutPage.photo} sizes="(max-width: 60rem) 92vw, 46vw" priority />
    </div>
  </div>
)

function People({ clinic }: { clinic: ClinicFacts }) {
  const { team } = aboutPage
  return (
    <section className="sec wrap" id={team.id} aria-labelledby={`${team.id}-heading`}>
      <h2 id={`${team.id}-heading`}>{team.heading}</h2>
      {team.paragraphs.map((text) => (
        <p className="lead" key={text}>
          {text}
        </p>
      ))}
      <TeamList clinic={clinic} />
    </section>
  )
}

const Place = () => (
  <div className="wrap side-by-side places">
    {[aboutPage.center, aboutPage.telehealth].map(({ id, heading, text }) => (
      <section key={id} id={id}>
        <h2>{heading}</h2>
        <p>{text}</p>
      </section>
    ))}
  </div>
)

function Ayurveda() {
  const { id, heading, paragraphs } = aboutPage.ayurveda
  return (
    <section className="sage" id={id} aria-labelledby={`${id}-heading`}>
      <div className="wrap sec statement">
        <Etymology />
        <div>
          <h2 id={`${id}-heading`}>{heading}</h2>
          {paragraphs.map((text) => (
            <p className="lead" key={text}>
              {text}
            </p>
          ))}
        </div>
      </div>
    </section>
  )
}

function Massage() {
  const { id, heading, link, reasons } = aboutPage.massage
  return (
    <section className="sec wrap" id={id} aria-labelledby={`${id}-heading`}>
      <div className="sechead">
        <h2 id={`${id}-heading`}>{heading}</h2>
        <MoreLink href={link.href}>{link.text}</MoreLink>
      </div>
      <ol className="six">
        {reasons.map((reason, index) => (
          <li key={reason.heading}>
            <span className="n num" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{reason.heading}</h3>
            <p>{reason.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

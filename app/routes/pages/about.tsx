import type { Content } from '#app/domain/content/content-record.ts'
import { findServiceId } from '#app/domain/catalogue/services.ts'
import { servicesContext } from '#app/http/context.ts'
import { getNextFree } from '#app/http/next-free.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { CallToAction } from '#app/ui/site/call-to-action.tsx'
import { Etymology } from '#app/ui/site/etymology.tsx'
import { Markdown } from '#app/ui/site/markdown.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Photo } from '#app/ui/site/pictures.tsx'
import { personThing } from '#app/ui/site/structured-data.ts'
import { introduceTeam } from './introduce-team.ts'
import { type Introduced, TeamList } from './team-list.tsx'
import type { Route } from './+types/about.ts'

export const handle = readPage({ shows: ['booking'] })

export async function loader({ context }: Route.LoaderArgs) {
  const { clinic, content } = context.get(servicesContext)
  const [nextFree] = (await getNextFree(context, [findServiceId(content, undefined)])) ?? []
  return { page: content.read('about', clinic.facts(Date.now())), people: introduceTeam(content), nextFree }
}

type Page = { page: Content<'about'> }

export default function About({ loaderData: { page, people, nextFree } }: Route.ComponentProps) {
  const site = useSite()
  const { text, textWithTime, ...callToAction } = page.callToAction
  return (
    <>
      <PageTop
        page={page}
        site={site}
        path="/about"
        heading={<Heading page={page} />}
        jsonLd={people.map((person) => personThing(site, person))}
      />
      <People page={page} people={people} />
      <Place page={page} />
      <Ayurveda page={page} />
      <Massage page={page} />
      <CallToAction {...callToAction}>
        <NoBreak text={nextFree ? textWithTime.replace('{time}', () => nextFree) : text} />
      </CallToAction>
    </>
  )
}

const Heading = ({ page }: Page) => (
  <div className="hero hero-low">
    <div className="hero-text">
      <h1>{page.title}</h1>
      <p className="lead">{page.lead}</p>
    </div>
    <div className="hero-pic">
      <Photo name={page.photo} sizes="(max-width: 60rem) 92vw, 46vw" priority />
    </div>
  </div>
)

function People({ page: { team }, people }: Page & { people: Introduced[] }) {
  return (
    <section className="sec wrap" id={team.id} aria-labelledby={`${team.id}-heading`}>
      <h2 id={`${team.id}-heading`}>{team.heading}</h2>
      <Markdown text={team.paragraphs} rank={3} paragraphClass="lead" />
      <TeamList words={team} people={people} />
    </section>
  )
}

const Place = ({ page }: Page) => (
  <div className="wrap cols side-by-side places">
    {[page.center, page.telehealth].map(({ id, heading, text }) => (
      <section key={id} id={id}>
        <h2>{heading}</h2>
        <p>{text}</p>
      </section>
    ))}
  </div>
)

function Ayurveda({ page }: Page) {
  const { id, heading, paragraphs } = page.ayurveda
  return (
    <section className="sage" id={id} aria-labelledby={`${id}-heading`}>
      <div className="wrap sec cols statement">
        <Etymology />
        <div>
          <h2 id={`${id}-heading`}>{heading}</h2>
          <Markdown text={paragraphs} rank={3} paragraphClass="lead" />
        </div>
      </div>
    </section>
  )
}

function Massage({ page }: Page) {
  const { id, heading, link, reasons } = page.massage
  return (
    <section className="sec wrap" id={id} aria-labelledby={`${id}-heading`}>
      <div className="ends sechead">
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

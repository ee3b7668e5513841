import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { Etymology } from '#app/ui/site/etymology.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Photo } from '#app/ui/site/pictures.tsx'
import { aboutPage } from '#content/pages/about.ts'
import { TeamList } from './team-list.tsx'

export const handle = readPage()

export default function About() {
  const site = useSite()
  return (
    <>
      <PageTop page={aboutPage} site={site} path="/about" />
      <People clinic={site.clinic} />
      <Place />
      <Ayurveda />
      <Massage />
    </>
  )
}

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

function Place() {
  const { photo, center, telehealth } = aboutPage
  return (
    <div className="sec wrap wide">
      <div className="im">
        <Photo name={photo} sizes="(max-width: 60rem) 92vw, 40vw" />
      </div>
      <div className="tl">
        {[center, telehealth].map(({ id, heading, text }) => (
          <section key={id} id={id}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </div>
  )
}

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

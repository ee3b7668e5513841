import '#app/ui/styles/guide.css'
import { type Feeling, feelings, findTalk, type Oil, oils, suggestServices } from '#app/domain/catalogue/guide.ts'
import type { WellnessService } from '#app/domain/catalogue/service.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { withFullPrice } from '#app/http/full-price.server.ts'
import { getFreeTimes } from '#app/http/next-free.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { GuideStep, GuideTiles } from './guide-step.tsx'
import { type Free, Suggestion } from './suggestion.tsx'
import type { Route } from './+types/guide.ts'

export const handle = readPage({ shows: ['catalogue', 'booking'] })

export async function loader({ context }: Route.LoaderArgs) {
  const { clinic, content } = context.get(servicesContext)
  const facts = clinic.facts(Date.now())
  const withPrices = (services: WellnessService[]) => services.map((service) => withFullPrice(context, service))
  const suggested = feelings.flatMap((feeling) =>
    oils.map((oil) => ({ feeling, oil, services: withPrices(suggestServices(content, feeling, oil)) })),
  )
  const talk = withPrices(findTalk(content))
  const first = [...suggested.map(({ services }) => services[0]), talk[0]].flatMap((service) => service?.id ?? [])
  return {
    page: content.read('guide', facts),
    suggested,
    talk,
    free: { heading: content.read('services-page', facts).own.times, times: await readTimes(context, new Set(first)) },
  }
}

async function readTimes(context: RequestContext, ids: ReadonlySet<string>) {
  const times = await Promise.all([...ids].map(async (id) => [id, await getFreeTimes(context, id)] as const))
  return Object.fromEntries(times)
}

/**
 * All steps are on this one page, each at an anchor: browsers send no anchors, so no answer reaches the server, its logs
 * or another website.
 */
export default function Guide({ loaderData: { page, suggested, talk, free } }: Route.ComponentProps) {
  const site = useSite()
  return (
    <>
      <PageTop page={page} site={site} path="/guide" heading={<h1 className="wrap gd gd-title">{page.title}</h1>} />
      <div className="wrap gd">
        <FeelingStep page={page} />
        {feelings.map((feeling) => (
          <OilStep key={feeling} page={page} feeling={feeling} />
        ))}
        {suggested.map(({ feeling, oil, services }) => (
          <Answers key={feeling + oil} page={page} feeling={feeling} oil={oil} services={services} free={free} />
        ))}
        <GuideStep anchor={talkAnchor} page={page} back={{ text: page.steps.startOver, anchor: firstAnchor }}>
          <Suggestion page={page} services={talk} free={free} />
        </GuideStep>
        <p className="hint">
          {page.note} <b>{site.texts.emergency}</b>
        </p>
      </div>
    </>
  )
}

const firstAnchor = 'feeling'
const talkAnchor = 'talk-first'

type Page = { page: Content<'guide'> }

const say = ({ steps }: Content<'guide'>, answers: string) => fillInAlso(steps.said, { answers })

function FeelingStep({ page }: Page) {
  const { lead, feeling } = page
  const { question, unknown } = feeling
  const tiles = [...feelings.map((name) => ({ ...feeling[name], anchor: name })), { ...unknown, anchor: talkAnchor }]
  return (
    <GuideStep page={page} anchor={firstAnchor} step={1}>
      <h2>{question}</h2>
      <p className="lead">{lead}</p>
      <GuideTiles tiles={tiles} />
    </GuideStep>
  )
}

function OilStep({ page, feeling }: Page & { feeling: Feeling }) {
  const tiles = oils.map((oil) => ({ ...page.oil[oil], anchor: `${feeling}-${oil}` }))
  return (
    <GuideStep page={page} anchor={feeling} step={2} back={{ text: page.steps.back, anchor: firstAnchor }}>
      <h2>{page.oil.question}</h2>
      <p className="lead">{say(page, page.feeling[feeling].title)}</p>
      <GuideTiles tiles={tiles} />
    </GuideStep>
  )
}

type AnswersProps = Page & { feeling: Feeling; oil: Oil; services: readonly WellnessService[]; free: Free }

/** The question who should wait, and what is suggested if nothing of it applies. Otherwise one talks first. */
function Answers({ page, feeling, oil, services, free }: AnswersProps) {
  const { question, list, none, some } = page.caution
  const anchor = `${feeling}-${oil}`
  const said = `${page.feeling[feeling].title} / ${page.oil[oil].title}`
  return (
    <>
      <GuideStep page={page} anchor={anchor} step={3} back={{ text: page.steps.back, anchor: feeling }}>
        <h2>{question}</h2>
        <p className="lead">{list}</p>
        <p>{say(page, said)}</p>
        <GuideTiles
          tiles={[
            { ...none, anchor: `${anchor}-start` },
            { ...some, anchor: talkAnchor },
          ]}
        />
      </GuideStep>
      <GuideStep page={page} anchor={`${anchor}-start`} back={{ text: page.steps.startOver, anchor: firstAnchor }}>
        <p>{say(page, `${said} / ${none.title}`)}</p>
        <Suggestion page={page} services={services} free={free} />
      </GuideStep>
    </>
  )
}

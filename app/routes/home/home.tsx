import type { WellnessService } from '#app/domain/catalogue/service.ts'
import { findServiceId, listServices } from '#app/domain/catalogue/services.ts'
import { signUpForm } from '#app/domain/newsletter/subscriber-forms.server.ts'
import { subscribe } from '#app/domain/newsletter/subscribers.server.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectWithFlash, takeFlash } from '#app/http/flash.ts'
import { getNextFree } from '#app/http/next-free.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { FeaturedServiceCard } from '#app/ui/catalogue/service-card.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { ButtonLink, MoreLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { CallToAction } from '#app/ui/site/call-to-action.tsx'
import { Etymology } from '#app/ui/site/etymology.tsx'
import { NewsletterForm } from '#app/ui/site/newsletter-form.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { Photo, Plate } from '#app/ui/site/pictures.tsx'
import { medicalBusiness } from '#app/ui/site/structured-data.ts'
import { TeaserList } from '#app/ui/site/teaser-list.tsx'
import { featuredServiceIds } from '#content/services.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { FactsStrip } from './facts-strip.tsx'
import type { Route } from './+types/home.ts'

export const handle = readPage({ shows: ['catalogue', 'booking'] })

export async function loader({ request, context }: Route.LoaderArgs) {
  const { clinic, content } = context.get(servicesContext)
  const facts = clinic.facts(Date.now())
  const page = content.read('home', facts)
  const { newsletter: signUp } = content.read('site', facts)
  const [nextFree] = (await getNextFree(context, [findServiceId(content, undefined)])) ?? []
  const { about, text: notice, advice } = takeFlash(request, context, '/') ?? {}
  const isSubscribed = about === 'newsletter'
  const form: FormState = isSubscribed ? { notice, advice } : {}
  const services = listServices(content)
  const featured = featuredServiceIds.flatMap((id) => services.filter((service) => service.id === id))
  return { page, signUp, featured, nextFree, form, notice: isSubscribed ? undefined : notice }
}

/** Follows the thanks with NEWSLETTER_CONFIRM; the same for known and unknown addresses. */
function getConfirmAdvice(context: Route.ActionArgs['context']) {
  const { confirmSignUps, emailsLeave } = context.get(servicesContext)
  if (!confirmSignUps) return undefined
  const texts = getTexts(context, 'site').newsletter.confirm
  return emailsLeave ? texts.byEmail : texts.kept
}

/** Stores the subscriber with the welcome email, then returns to the form with the thanks. */
export async function action({ request, context }: Route.ActionArgs) {
  const { button, failure, tryLater } = newsletter
  const form = { schema: signUpForm, button, failure: failure(tryLater) }
  return submitPublicForm(context, await typedFields(request), form, async ({ email }, sender) => {
    const subscribed = await subscribe(context.get(servicesContext), { email, sender, now: Date.now() })
    if (!subscribed.ok) return subscribed
    const advice = getConfirmAdvice(context)
    return redirectWithFlash(context, '/', { about: 'newsletter', text: newsletter.success, advice })
  })
}

type Page = { page: Content<'home'> }

export default function Home({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { page, signUp, featured, notice, nextFree, form } = loaderData
  const site = useSite()
  const { clinic } = site
  return (
    <>
      <PageHead
        site={site}
        path="/"
        title={page.seo.title}
        description={page.seo.description}
        jsonLd={[medicalBusiness(site)]}
      />
      {notice && (
        <div className="wrap news">
          <Note kind="success" id={outcomeId}>
            {notice}
          </Note>
        </div>
      )}
      <Hero page={page} />
      <FactsStrip facts={page.facts} clinic={clinic} nextFree={nextFree} />
      <Statement page={page} />
      <FeaturedServices page={page} featured={featured} />
      <CallToAction {...page.callToAction}>{page.callToAction.text}</CallToAction>
      <Teasers page={page} />
      <NewsletterForm texts={signUp} clinic={clinic} form={posted?.form ?? form} />
    </>
  )
}

function Hero({ page }: Page) {
  const { actions, plateCaption } = page
  return (
    <section className="hero" aria-labelledby="headline">
      <div className="hero-text">
        <p className="eyebrow">{page.eyebrow}</p>
        <h1 id="headline">
          {`${page.headline} `}
          <em>{page.headlineEmphasis}</em>
        </h1>
        <p className="lead">{page.lead}</p>
        <div className="row row-cta">
          <ButtonLink arrow href={actions.book.href}>
            {actions.book.text}
          </ButtonLink>
          <ButtonLink kind="line" href={actions.services.href}>
            {actions.services.text}
          </ButtonLink>
        </div>
      </div>
      <div className="hero-pic">
        <Photo name={page.photo} sizes="(max-width: 60rem) 92vw, 46vw" priority />
        <figure className="hero-plate">
          <Plate name={page.plate} priority />
          <figcaption>
            <em lang="la">{plateCaption.botanical}</em>
            {`, ${plateCaption.common}`}
          </figcaption>
        </figure>
      </div>
    </section>
  )
}

function Statement({ page }: Page) {
  const { heading, text, link } = page.statement
  return (
    <section className="sec wrap cols statement" aria-labelledby="statement">
      <Etymology />
      <div>
        <h2 className="vh" id="statement">
          {heading}
        </h2>
        <p className="saying">{text}</p>
        <p>
          <MoreLink href={link.href}>{link.text}</MoreLink>
        </p>
      </div>
    </section>
  )
}

function FeaturedServices({ page, featured }: Page & { featured: readonly WellnessService[] }) {
  const { heading, link } = page.featured
  return (
    <section className="wrap sec-flush" aria-labelledby="featured">
      <div className="ends sechead">
        <h2 id="featured">{heading}</h2>
        <MoreLink href={link.href}>{link.text}</MoreLink>
      </div>
      <ul className="cards home-cards">
        {featured.map((service) => (
          <FeaturedServiceCard key={service.id} service={service} />
        ))}
      </ul>
    </section>
  )
}

function Teasers({ page }: Page) {
  const { heading, photo, items } = page.teasers
  return (
    <section className="sec wrap cols teasers" aria-labelledby="teasers">
      <Photo name={photo} sizes="(max-width: 60rem) 92vw, 46vw" />
      <div>
        <h2 className="vh" id="teasers">
          {heading}
        </h2>
        <TeaserList teasers={items} />
      </div>
    </section>
  )
}

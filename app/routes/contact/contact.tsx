import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { clinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { mapUrlOf } from '#app/http/hosted-services.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { ContactPage } from './contact-page.tsx'

export const handle = contentPage()

/** `?map=show` is the visitor asking for the map: only that answer may frame its company. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const mapUrl = mapUrlOf(context.get(servicesContext).config, clinicFacts(Date.now()))
  const mapShown = new URL(request.url).searchParams.get('map') === 'show'
  if (mapShown) context.get(pageContext).allowFrame(mapUrl)
  return { mapShown, mapUrl }
}

export default function Contact() {
  return <ContactPage site={useSite()} {...useLoaderData<typeof loader>()} />
}

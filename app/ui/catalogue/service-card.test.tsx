import type { WellnessService } from '#app/domain/catalogue/service.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { plates } from '#content/pictures.ts'
import { pictureUrl } from '#app/ui/site/pictures.tsx'
import { FeaturedServiceCard, ServiceCard, WideServiceCard } from './service-card.tsx'

const service: WellnessService = {
  id: 'kati-basti',
  title: 'Kaṭi Basti',
  category: 'Panchakarma',
  duration: '45 min',
  price: '$95',
  summary: 'Warm oil on the lower back.',
  description: 'Warm oil rests on the lower back while you lie still.',
}
/** As markup writes it. */
const plain = /src="[^"]+"/.exec(renderToStaticMarkup(<img src={pictureUrl(plates.plain.file)} alt="" />))![0]
const cardsOf = (one: WellnessService) =>
  [
    <FeaturedServiceCard key="1" service={one} />,
    <ServiceCard key="2" service={one} nextFree="" />,
    <WideServiceCard key="3" eyebrow="Start here" service={one} nextFree="" />,
  ].map((card) => renderToStaticMarkup(card))

test('a service without a drawing has the default one on every card', () => {
  for (const card of cardsOf(service)) {
    expect(card).toContain(plain)
    expect(card).toContain(`alt="" width="${plates.plain.width}" height="${plates.plain.height}"`)
  }
  for (const card of cardsOf({ ...service, picture: 'shirodhara' })) expect(card).not.toContain(plain)
})

test('a Sanskrit word uses our font only if the font covers it, or else one font of the visitor’s', () => {
  const [known] = cardsOf({ ...service, sanskrit: 'शिरोधारा' })
  expect(known).toContain('<span lang="sa" class="deva tiro">शिरोधारा</span>')
  const [other] = cardsOf({ ...service, sanskrit: 'कटि बस्ति' })
  expect(other).toContain('<span lang="sa" class="deva">कटि बस्ति</span>')
})

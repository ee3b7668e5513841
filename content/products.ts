import type { Product } from '#app/domain/catalogue/product.ts'
import type { PlateName } from './pictures.ts'

/** Add a label once the clinic has confirmed it; name no ingredient or benefit before. */
export const products: (Product & { picture?: PlateName })[] = [
  {
    id: 'ayur-herb',
    name: 'Ayur Herb',
    priceCents: 1000,
    category: 'Herbal Products',
    supplement: true,
    picture: 'product-ayur-herb',
  },
  {
    id: 'ayur-skin-care',
    name: 'Ayur Skin Care',
    priceCents: 1500,
    category: 'Herbal Products',
    supplement: false,
    picture: 'product-ayur-skin-care',
  },
  {
    id: 'triphala',
    name: 'Triphala powder/Tab/Cap',
    priceCents: 1200,
    category: 'Supplements',
    forms: [
      { id: 'powder', label: 'Powder' },
      { id: 'tablets', label: 'Tablets' },
      { id: 'capsules', label: 'Capsules' },
    ],
    supplement: true,
    picture: 'product-triphala',
  },
  {
    id: 'im-herb',
    name: 'I M herb',
    priceCents: 1500,
    category: 'Supplements',
    supplement: true,
    picture: 'product-im-herb',
  },
]

/** Required wording (21 U.S.C. 343(r)(6)); shown bold near every product that is a supplement. */
export const fdaDisclaimer =
  'These statements have not been evaluated by the Food and Drug Administration. These products are not intended to diagnose, treat, cure, or prevent any disease.'

const medWatchPhone = { display: '1-800-332-1088', e164: '+18003321088' }

/** A sentence with two links in it; `text` is the whole. */
export const medWatch = {
  before: 'Had a reaction? Stop, call us, and tell',
  name: 'FDA MedWatch',
  url: 'https://www.fda.gov/medwatch',
  phone: medWatchPhone,
  text: `Had a reaction? Stop, call us, and tell FDA MedWatch, ${medWatchPhone.display}.`,
}

import type { Entry } from '#app/domain/content/content-record.ts'

export const productCategories = ['Herbal Products', 'Supplements'] as const
export type ProductCategory = (typeof productCategories)[number]

export type Product = {
  id: string
  name: string
  priceCents: number
  /** Thousandths of a percent; undefined where sales tax is added at pick-up. */
  taxRate?: number | undefined
  category: ProductCategory
  /** The forms to choose from on its card. */
  forms?: { id: string; label: string; left?: number | undefined }[] | undefined
  /** How many can still be ordered, if they are counted; of one with forms, each form's is counted. */
  left?: number | undefined
  /** Whether it needs the FDA disclaimer (product decisions, 'Products'). */
  supplement: boolean
  /** Added once the clinic has confirmed the label. */
  label?: {
    ingredients?: string | undefined
    quantity?: string | undefined
    form?: string | undefined
    suggestedUse?: string | undefined
    /** A laboratory's certificate of one lot. */
    certificate?: { lot: string; href: string } | undefined
    picture?: Exclude<Entry<'products'>['label']['picture'], string> | undefined
  }
  /** False: the card says that it is not available. */
  available?: boolean
  picture?: Entry<'products'>['picture']
}

export const isAvailable = ({ available }: { available?: boolean | undefined }) => available !== false

/** None can be ordered until the clinic has more; one with forms is sold out once all of them are. */
export const isSoldOut = ({ left, forms }: Pick<Product, 'left' | 'forms'>) =>
  forms ? forms.every((form) => form.left === 0) : left === 0

/** The page of its own. */
export const productPath = ({ id }: Pick<Product, 'id'>) => `/products/${id}`

/** Its card on /products. */
export const productCardPath = ({ id }: Pick<Product, 'id'>) => `/products#${id}`

/** What 'Add to Cart' on the page of a product says of its place. */
export const ownPage = 'page'

/** The id of a category's shelf on /products. */
export const shelfAnchor = (category: ProductCategory) => category.toLowerCase().replaceAll(' ', '-')

/**
 * The id of a line of the cart: 'triphala.powder'. Product and form together are one line (product decisions, 'Cart').
 */
export const saleItemId = (product: string, form: string | undefined) => (form ? `${product}.${form}` : product)

export const productIdOf = (saleItem: string) => saleItem.split('.')[0] ?? saleItem

/**
 * What a cart can hold: each product and each of its forms, named with the form. Once its forms are counted, none is left
 * without a form.
 */
export const saleItems = (products: readonly Product[]): Product[] =>
  products.flatMap(({ forms = [], ...product }) => [
    { ...product, ...(forms.some(({ left }) => left !== undefined) && { left: 0 }) },
    ...forms.map(({ id, label, left }) => ({
      ...product,
      id: saleItemId(product.id, id),
      name: `${product.name} (${label.toLowerCase()})`,
      left,
    })),
  ])

/**
 * Whether a list of products needs the FDA disclaimer, and the names it applies to if not all are supplements (product
 * decisions, 'Products').
 */
export function supplementsAmong(listed: readonly Pick<Product, 'name' | 'supplement'>[]) {
  const supplements = listed.filter(({ supplement }) => supplement)
  const mixed = supplements.length < listed.length
  return { any: supplements.length > 0, named: mixed ? supplements.map(({ name }) => name) : [] }
}

/** Up to three others to look at next: of its category first. */
export function otherProducts(products: readonly Product[], { id, category }: Product) {
  const others = products.filter((other) => other.id !== id && isAvailable(other))
  const ofCategory = others.filter((other) => other.category === category)
  return [...new Set([...ofCategory, ...others])].slice(0, 3)
}

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

// Modules that are made when the site is built, see scripts/miniatures.mjs: pictures by the name of their game.
declare module 'virtual:miniatures/*' {
  const pictures: Readonly<Record<string, string>>;
  export default pictures;
}

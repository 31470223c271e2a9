/** The sign of the house: two sides of a balance. */
export function Brand() {
  return (
    <span className="brand">
      <img src="/icon.svg" alt="" width="28" height="28" />
      Saldo
    </span>
  );
}

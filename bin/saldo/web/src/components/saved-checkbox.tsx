/** A checkbox whose state is saved as soon as it is pressed. */
import { useState } from "react";

/**
 * Shows the pressed state until it is saved: the saved one arrives later, and the box would turn back for
 * a moment. `save` calls `onSettled` once the change is saved or has failed.
 */
export function SavedCheckbox({
  saved,
  disabled = false,
  save,
}: {
  saved: boolean;
  disabled?: boolean;
  save: (isOn: boolean, options: { onSettled: () => void }) => void;
}) {
  const [pressed, setPressed] = useState<boolean | null>(null);
  return (
    <input
      type="checkbox"
      checked={pressed ?? saved}
      disabled={disabled}
      onChange={({ currentTarget: { checked } }) => {
        setPressed(checked);
        save(checked, { onSettled: () => setPressed(null) });
      }}
    />
  );
}

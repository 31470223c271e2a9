"""Makes the short film of dropping a statement from the pictures that `npm run shots` takes. Needs Pillow."""

from pathlib import Path

from PIL import Image

WEB = Path(__file__).parent.parent
FILM = WEB.parents[2] / "docs" / "screenshots" / "dropping-a-statement.webp"
SIZE = (960, 608)
# How long each frame is shown, in milliseconds.
MILLISECONDS = [1500, 1200, 700, 2200, 1800, 2600]

frames = [
    Image.open(WEB / "shots" / f"film-{number}.png").convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
    for number in range(1, len(MILLISECONDS) + 1)
]
frames[0].save(FILM, save_all=True, append_images=frames[1:], duration=MILLISECONDS, loop=0, quality=82, method=6)
print(f"{FILM.name}: {FILM.stat().st_size} bytes")

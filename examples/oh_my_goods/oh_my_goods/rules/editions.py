"""The edition of the rulebook and its sections, in the order of the text."""

from __future__ import annotations

from era_of_inventions.tabletop import Edition, Section

NL = Edition(
    code="nl",
    file="oh_my_goods_nl.txt",
    name="Dutch",
    sections=(
        Section("Kort speloverzicht"),
        Section("Inhoud"),
        Section("Voorbereiding"),
        Section("Spelverloop", "Het spel verloopt over"),
        Section("De fasen", "I. Nieuwe handkaarten"),
        Section("Nieuwe handkaarten", "I. Nieuwe handkaarten"),
        Section("Zonsopgang", "II. Zonsopgang"),
        Section("Zonsondergang", "III. Zonsondergang"),
        Section("Produceren en bouwen", "IV. Produceren en bouwen"),
        Section("Assistent", "Assistent: een assistent bij"),
        Section("Productieketen", "Productieketen: heeft een gebouw"),
        Section("Bouwen", "Bouwen: de speler mag nu"),
        Section("Assistent in plaats van bouwen", "Assistent: in plaats van bouwen"),
        Section("Einde van het spel"),
        Section("De kaarten"),
    ),
)
